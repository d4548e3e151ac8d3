import JSON

/// The benchmark of submissions once more, where each flush to the disk takes a millisecond longer. Some disks, most of
/// them virtual, take a flush for done before it is, so that nothing is left for group commit to save; this says what it
/// saves on one that waits.
struct SlowFlushBench: Benchmark {
  let name = "slow-flush"

  func findings() throws -> [Finding] {
    guard let compiler = Program.path(of: "clang") else { return [Finding(absent: "clang", isRequired: false)] }
    let folder = try TemporaryFolder()
    let library = "\(folder.path)/slow-flush.so"
    let source = try folder.write("slow-flush.c", SlowFlushBench.source)
    let compiling = try ChildProcess([compiler, "-shared", "-fPIC", "-O1", "-o", library, source], in: folder)
    _ = try compiling.wholeOutput(within: .seconds(60))
    let bench = try ChildProcess(
      ["/proc/self/exe", "bench", "submissions", "--json"], environment: ["LD_PRELOAD=\(library)"], in: folder)
    // It fails if it does not reach its target, which is told of here in turn.
    let output = try bench.wholeOutput(within: .seconds(120), orStatus: 1)
    guard case .array(let found)? = try JSONParser.parse(Array(output.utf8))[0]?["findings"] else {
      throw BenchFailure("what the submissions' benchmark prints is not understood")
    }
    return try found.map { one in
      guard case .string(let what)? = one["what"], let value = one["value"]?.double,
        case .string(let unit)? = one["unit"]
      else { throw BenchFailure("a figure of the submissions' benchmark is not understood") }
      let target: Finding.Target = one["atLeast"]?.double.map { .atLeast($0) } ?? .none
      return Finding(what, value, unit, target)
    }
  }

  /// Stands in front of the system's call in whatever it is loaded into.
  private static let source = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <unistd.h>

    int fdatasync(int file) {
      int (*original)(int) = dlsym(RTLD_NEXT, "fdatasync");
      usleep(1000);
      return original(file);
    }

    """
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  fileprivate subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
