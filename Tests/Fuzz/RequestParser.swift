import HTTP

/// The parser makes the same of a stream, however it is cut. The first three bytes say where, and which limits hold; the
/// stream follows.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = bytes(start, count)
  guard input.count > 3 else { return 0 }
  let stream = Array(input[3...])
  var limits = ParserLimits()
  if input[2] & 1 == 1 {
    limits.requestLine = 60
    limits.fields = 200
    limits.fieldCount = 6
    limits.chunkLine = 20
    limits.chunkExtensions = 40
    limits.body = 64
  }
  let whole = ParserOutcome([stream[...]], limits: limits)
  let cut = (Int(input[0]) << 8 | Int(input[1])) % (stream.count + 1)
  let split = ParserOutcome([stream[..<cut], stream[cut...]], limits: limits)
  require(
    whole.description.utf8.elementsEqual(split.description.utf8) && whole.isWithinRequest == split.isWithinRequest,
    "cut at \(cut)\n\(whole)\n\(split)")
  if input[2] & 2 == 2 {
    let bytewise = ParserOutcome(stream.indices.map { stream[$0...$0] }, limits: limits)
    require(whole == bytewise, "byte by byte\n\(whole)\n\(bytewise)")
  }
  return 0
}
