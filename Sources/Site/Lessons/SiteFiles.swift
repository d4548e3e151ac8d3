package import Courseware

/// Reads what the site serves from the disk.
package enum SiteFiles {
  /// Why the site cannot be served.
  package enum Failure: Error {
    /// What authors have to mend.
    case findings([Finding])
    case unreadable(FileTree.Failure)

    /// One line each.
    package var lines: [String] {
      switch self {
      case .findings(let findings): findings.map { "\($0)" }
      case .unreadable(let failure):
        ["\(failure)", "The folder of the static files is named with --public or COURSE_PUBLIC."]
      }
    }
  }

  /// The ids of `PageLayout`'s own elements.
  package static let reservedAnchors: Set<String> = ["main", "contents", "toc"]

  package static func shelf(_ settings: SiteSettings) throws(Failure) -> Shelf {
    let assets = try assets(settings)
    let reading = CourseReader(rules: CourseRules(assets: assets), reservedAnchors: reservedAnchors)
      .read(folder: settings.lessons)
    guard reading.findings.isEmpty else { throw .findings(reading.findings) }
    return Shelf(course: reading.course, assets: assets, isWatched: settings.watches)
  }

  package static func assets(_ settings: SiteSettings) throws(Failure) -> AssetCatalogue {
    do throws(FileTree.Failure) {
      return AssetCatalogue(try JoinedFiles.joined(FileTree.files(below: settings.assets)))
    } catch { throw .unreadable(error) }
  }
}
