import JSON

/// What is accepted can be written, is accepted again, and then means and looks the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  let value: JSONValue
  do throws(JSONFault) { value = try JSONParser.parse(input) } catch {
    require((0...input.count).contains(error.offset), "a fault at \(error.offset) of \(input.count) bytes")
    return 0
  }
  let written = value.bytes
  guard let read = try? JSONParser.parse(written) else {
    require(false, "what was written is refused: \(String(decoding: written, as: UTF8.self))")
    return 0
  }
  require(same(value, read), "another value: \(String(decoding: written, as: UTF8.self))")
  require(read.bytes == written, "other bytes: \(String(decoding: written, as: UTF8.self))")
  return 0
}

/// Equal byte for byte, where a whole number is the same with and without a fraction: `1.0` is written as `1`.
private func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
  switch (left, right) {
  case (.null, .null): true
  case (.bool(let left), .bool(let right)): left == right
  case (.integer(let left), .integer(let right)): left == right
  case (.number(let left), .number(let right)): left == right
  case (.number(let left), .integer(let right)): Int(exactly: left) == right
  case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
  case (.array(let left), .array(let right)): left.elementsEqual(right, by: same)
  case (.object(let left), .object(let right)):
    left.elementsEqual(right) { $0.name.utf8.elementsEqual($1.name.utf8) && same($0.value, $1.value) }
  default: false
  }
}
