/// Ends the process, which libFuzzer takes for a finding, unless something holds.
func require(_ holds: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
  if !holds() { fatalError("does not hold: \(message())") }
}

/// What libFuzzer passes, as an array.
func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  Array(UnsafeBufferPointer(start: start, count: count))
}
