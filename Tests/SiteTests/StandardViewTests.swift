import Courseware
import Foundation
import Simulation
import Site
import Testing

/// What lessons may ask for is what the scripts draw.
@Suite("The views of an experiment") struct StandardViewTests {
  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Public/js/experiments")

  /// The kinds of chart that a script makes, and those that it takes over from a neighbour.
  private func kinds(_ name: String) throws -> Set<String> {
    let text = try String(contentsOf: Self.scripts.appending(path: name), encoding: .utf8)
    var found = Set(text.matches(of: /kind: "([a-z]+)"/).map { String($0.1) })
    for neighbour in text.matches(of: /from "\.\/(any|attempts)\.js"/) {
      found.formUnion(try kinds("\(neighbour.1).js"))
    }
    return found
  }

  @Test(arguments: Experiments.all.map(\.id)) func `are those that its script draws`(id: String) throws {
    let file = Self.scripts.appending(path: "\(id).js").path
    let drawn = try kinds(FileManager.default.fileExists(atPath: file) ? "\(id).js" : "any.js")
    #expect(Set(StandardView.all(of: id).map(\.rawValue)) == drawn)
  }
}
