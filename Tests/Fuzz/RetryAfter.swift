import Retry

/// Retry-After and dates: a wait is never negative, and a date reads back as it was written. The first eight bytes are the
/// time that it is, the rest is the field's value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard input.count >= 8 else { return 0 }
  let now = HTTPDate(secondsSince1970: input[..<8].reduce(0) { $0 << 8 | Int64($1) })
  let text = String(decoding: input[8...], as: UTF8.self)
  if let read = try? RetryAfter(text, now: now) {
    require(read.wait >= .zero, "a wait of \(read.wait) from \(text)")
    require(read.wait <= .microseconds(Int64.max), "a wait of \(read.wait) from \(text)")
  }
  writesBack(now)
  if let date = HTTPDate(text, now: now) { writesBack(date) }
  return 0
}

/// The years 0…9999 can be written; other dates are cut to them.
private func writesBack(_ date: HTTPDate) {
  let cut = HTTPDate(secondsSince1970: min(max(date.secondsSince1970, -62_167_219_200), 253_402_300_799))
  let text = date.imfFixdate
  require(text.utf8.count == 29, "\(text) for \(date.secondsSince1970)")
  require(HTTPDate(text, now: date) == cut, "\(text) does not read back as \(date.secondsSince1970)")
}
