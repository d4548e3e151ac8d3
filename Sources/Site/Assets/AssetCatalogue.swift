internal import Dispatch
package import HTTP
internal import Store
internal import Synchronization

/// The static files, ready to be sent.
///
/// Pages link to them below `/static/{fingerprint}/`, where the fingerprint is that of all files together: a module there
/// imports another by its relative path and so gets one of the same set, and everything may be cached for ever. Below
/// `/static/` alone, and below any other fingerprint (a page from before an update), the same files are there to be
/// checked for changes at each use.
package struct AssetCatalogue: Sendable {
  /// The path before every file's own, such as `/static/3f9c02a1b4`.
  package let prefix: String
  private let fingerprint: String
  private let assets: [String: Asset]

  private struct Asset {
    let immutable: ReadyResponse
    let checked: ReadyResponse

    init(_ file: FileTree.File) {
      let type = AssetCatalogue.type(of: file.path)
      let gzip = type.kind != .binary ? Gzip.compressed(file.bytes) : nil
      let headers = type.kind == .code ? SecurityHeaders.code : SecurityHeaders.data
      func ready(_ caching: String, lastModified: Int?) -> ReadyResponse {
        ReadyResponse(
          type: type.name, headers: headers.with("Cache-Control", caching), body: file.bytes, gzip: gzip,
          lastModified: lastModified)
      }
      // What never changes under its address has no need of a date.
      immutable = ready("public, max-age=31536000, immutable", lastModified: nil)
      checked = ready("public, no-cache", lastModified: file.modified)
    }
  }

  package init(_ files: [FileTree.File]) {
    // Names and lengths are part of it, so that no two sets of files run together to the same bytes.
    let marks = files.flatMap { Array("\($0.path)\n\($0.bytes.count)\n".utf8) + Digest(of: $0.bytes).bytes }
    fingerprint = Digest(of: marks).bytes.prefix(5).hex
    prefix = "/static/\(fingerprint)"
    // Side by side, since the server starts when all of them are compressed.
    let assets = Mutex<[String: Asset]>([:])
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let asset = Asset(files[index])
      assets.withLock { $0[files[index].path] = asset }
    }
    self.assets = assets.withLock { $0 }
  }

  /// - Parameter path: What follows `/static/`.
  package func asset(_ path: String) -> ReadyResponse? {
    if let asset = assets[path] { return asset.checked }
    guard let slash = path.firstIndex(of: "/"), AssetCatalogue.isFingerprint(path[..<slash]) else { return nil }
    let asset = assets[String(path[path.index(after: slash)...])]
    return path[..<slash] == fingerprint ? asset?.immutable : asset?.checked
  }

  private static func isFingerprint(_ text: Substring) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }

  /// What is compressed, and which fields it gets.
  private enum Kind { case code, text, binary }

  private static func type(of path: String) -> (name: String, kind: Kind) {
    switch path.split(separator: ".").last {
    case "css": ("text/css; charset=utf-8", .code)
    case "js", "mjs": ("text/javascript; charset=utf-8", .code)
    case "svg": ("image/svg+xml", .text)
    case "json", "map": ("application/json", .text)
    case "webmanifest": ("application/manifest+json", .text)
    case "txt": ("text/plain; charset=utf-8", .text)
    case "html": ("text/html; charset=utf-8", .text)
    case "wasm": ("application/wasm", .text)
    case "png": ("image/png", .binary)
    case "jpg", "jpeg": ("image/jpeg", .binary)
    case "webp": ("image/webp", .binary)
    case "ico": ("image/x-icon", .binary)
    case "woff2": ("font/woff2", .binary)
    default: ("application/octet-stream", .binary)
    }
  }
}
