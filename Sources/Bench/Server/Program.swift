import Glibc

/// Programs of this machine.
package enum Program {
  /// Where a program is; nil if it is not installed.
  package static func path(of name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    // Servers lie where not every user's path leads.
    let folders = path.split(separator: ":").map { String($0) } + ["/usr/sbin", "/usr/local/go/bin"]
    let files = folders.map { "\($0)/\(name)" }
    return files.first { access($0, X_OK) == 0 }
  }
}
