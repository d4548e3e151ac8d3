// swift-tools-version: 6.2
import PackageDescription

/// Swift 6 mode, plus the upcoming features that make imports, existentials and isolation explicit; no warning passes.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// - Parameter isOptimised: for tests that do much of the work themselves. The others are compiled in half the time
///   without, and what they test is optimised anyway in a build for release.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = [], isOptimised: Bool = false
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, resources: resources,
    swiftSettings: isOptimised ? settings : settings + [.unsafeFlags(["-Onone"])])
}

/// Calls into Swift's library need no jump through a table then, and fewer files are loaded at the start. The sanitizers
/// look at its locks from outside, so they need it apart: `COURSE_LINK=dynamic`.
let linking: [LinkerSetting] =
  Context.environment["COURSE_LINK"] == "dynamic" ? [] : [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))]

let package = Package(
  name: "course",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Retry", targets: ["Retry"]),
    .library(name: "RetryURLSession", targets: ["RetryURLSession"]),
    .executable(name: "course", targets: ["course"]),
  ],
  targets: [
    // The system's own C libraries, headers only.
    .systemLibrary(name: "CMD4C", pkgConfig: "md4c", providers: [.apt(["libmd4c-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CLinux"),

    // The subject, and the values everything speaks in.
    module("Retry"),
    // For programs that use the library; the server does not.
    module("RetryURLSession", ["Retry"]),
    module("JSON"),
    module("Threads", ["CLinux"]),
    module("Simulation", ["Retry", "JSON"]),

    // The server, which knows nothing of the course.
    module("HTTP", ["Retry"]),
    module("Listener", ["HTTP", "Threads", "CLinux"]),

    // The course.
    module("Lab", ["Simulation", "HTTP", "Listener", "Threads", "Retry", "JSON"]),
    module("Store", ["Threads", "CSQLite", "CCrypto"]),
    module("Exercises", ["Simulation", "Retry", "JSON"]),
    module("Teaching", ["Store", "Exercises", "Simulation", "JSON"]),
    module("Courseware", ["CMD4C", "JSON"]),
    module(
      "Site",
      [
        "HTTP", "JSON", "Simulation", "Exercises", "Store", "Teaching", "Lab", "Courseware", "Retry", "Threads",
        "CCrypto", "CZlib",
      ]),
    module("Bench", ["Simulation", "Retry", "JSON", "Threads", "CLinux", "CSQLite"]),
    .executableTarget(
      name: "course",
      dependencies: [
        "Site", "Teaching", "Exercises", "Simulation", "Store", "Listener", "Bench", "HTTP", "JSON", "Courseware",
        "Threads",
      ],
      swiftSettings: settings,
      linkerSettings: linking),

    tests("Retry", [], isOptimised: true),
    tests("RetryURLSession", ["Retry", "Lab", "HTTP"]),
    tests("JSON", []),
    tests("Threads", []),
    tests("Simulation", ["Retry", "JSON"], isOptimised: true),
    tests("HTTP", ["Retry"]),
    tests("Listener", ["HTTP", "JSON"], resources: [.copy("Cases")]),
    tests("Exercises", ["Simulation", "JSON"]),
    tests("Store", ["CSQLite", "Threads"]),
    tests("Bench", ["JSON"]),
    tests("Teaching", ["Store", "Simulation", "Exercises", "JSON"]),
    tests("Lab", ["Simulation", "HTTP", "JSON", "Retry", "Threads"]),
    tests("Courseware", ["JSON"], isOptimised: true),
    tests("Site", ["HTTP", "JSON", "Simulation", "Exercises", "Store", "Courseware", "Listener", "CZlib", "Threads"]),
  ]
)
