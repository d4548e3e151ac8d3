import HTTP

/// What a form or a query says can be written, and then says the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard let form = Query(encoded: input) else { return 0 }
  require(form.pairs.count <= input.count(where: { $0 == UInt8(ascii: "&") }) + 1, "pairs out of nothing")
  for pair in form.pairs {
    require(!pair.name.utf8.contains(0) && !pair.value.utf8.contains(0), "a NUL in \(pair)")
    require(form.values(of: pair.name).contains(pair.value), "\(pair) is not found by its name")
  }
  let written = form.pairs.map { "\(Percent.encode($0.name))=\(Percent.encode($0.value))" }.joined(separator: "&")
  guard let read = Query(encoded: Array(written.utf8)) else {
    require(false, "what was written is refused: \(written)")
    return 0
  }
  require(read.pairs.count == form.pairs.count, "other pairs: \(written)")
  for (one, other) in zip(form.pairs, read.pairs) {
    // Byte for byte: equal texts may have other bytes.
    require(
      one.name.utf8.elementsEqual(other.name.utf8) && one.value.utf8.elementsEqual(other.value.utf8),
      "\(one) became \(other)")
  }
  return 0
}
