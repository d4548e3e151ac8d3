import CZlib

/// Undoes gzip.
enum Gunzip {
  /// - Parameter limit: The most bytes that are expected.
  /// - Returns: nil for what is no whole gzip file, or a longer one.
  static func bytes(_ compressed: [UInt8], limit: Int) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 31, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      compressed.withUnsafeBufferPointer { input in
        // zlib reads through this pointer and never writes.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(limit)
        isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END
        count = limit - Int(stream.avail_out)
      }
    }
    return isWhole ? output : nil
  }
}
