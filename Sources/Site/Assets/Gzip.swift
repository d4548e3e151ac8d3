internal import CZlib

/// The gzip format (RFC 1952), by zlib.
package enum Gzip {
  /// The bytes compressed, or nil if that is not worth it: they would not shrink by a tenth.
  /// - Parameter isQuick: True for what somebody waits for: several times as fast, and a few percent larger. Otherwise
  ///   as small as zlib can, for what is prepared once and sent often.
  package static func compressed(_ bytes: [UInt8], isQuick: Bool = false) -> [UInt8]? {
    guard bytes.count >= 200, bytes.count < Int(UInt32.max) else { return nil }
    var stream = z_stream()
    // 31: the largest window, 15, with a gzip header, 16. The header carries no time, so equal bytes stay equal.
    let version = zlibVersion()
    let size = Int32(MemoryLayout<z_stream>.size)
    let level = isQuick ? Z_DEFAULT_COMPRESSION : Z_BEST_COMPRESSION
    guard deflateInit2_(&stream, level, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY, version, size) == Z_OK else {
      return nil
    }
    defer { deflateEnd(&stream) }
    let limit = bytes.count - bytes.count / 10
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        // zlib reads through this pointer and never writes.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(limit)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? limit - Int(stream.avail_out) : 0
      }
    }
    return output.isEmpty ? nil : output
  }
}
