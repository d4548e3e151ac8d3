package import HTTP

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
  }

  package init(_ files: [FileTree.File]) {
    // Names and lengths are part of it, so that no two sets of files run together to the same bytes.
    fingerprint = Digest.hex(
      files.flatMap { Array("\($0.path)\n\($0.bytes.count)\n".utf8) + Digest.sha256($0.bytes) }, length: 5)
    prefix = "/static/\(fingerprint)"
    var assets: [String: Asset] = [:]
    for file in files {
      let type = AssetCatalogue.type(of: file.path)
      let gzip = type.isText ? Gzip.compressed(file.bytes) : nil
      func ready(_ caching: String) -> ReadyResponse {
        ReadyResponse(
          type: type.name, headers: SecurityHeaders.data.with("Cache-Control", caching), body: file.bytes, gzip: gzip,
          lastModified: file.modified)
      }
      assets[file.path] = Asset(
        immutable: ready("public, max-age=31536000, immutable"), checked: ready("public, no-cache"))
    }
    self.assets = assets
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

  /// The media type, and whether compression is worth trying.
  private static func type(of path: String) -> (name: String, isText: Bool) {
    switch path.split(separator: ".").last {
    case "css": ("text/css; charset=utf-8", true)
    case "js", "mjs": ("text/javascript; charset=utf-8", true)
    case "svg": ("image/svg+xml", true)
    case "json", "map": ("application/json", true)
    case "webmanifest": ("application/manifest+json", true)
    case "txt": ("text/plain; charset=utf-8", true)
    case "html": ("text/html; charset=utf-8", true)
    case "wasm": ("application/wasm", true)
    case "png": ("image/png", false)
    case "jpg", "jpeg": ("image/jpeg", false)
    case "webp": ("image/webp", false)
    case "ico": ("image/x-icon", false)
    case "woff2": ("font/woff2", false)
    default: ("application/octet-stream", false)
    }
  }
}
