import Bench
import JSON
import Testing

@Suite struct `What a submission holds` {
  @Test func `the first choice for every field`() throws {
    let exercise = try JSONParser.parse(
      Array(
        #"{"schema": {"properties": {"answers": {"properties": {"a": {"enum": ["x", "y"]}, "b": {"enum": ["z"]}}}}}}"#
          .utf8))
    #expect(SubmissionLoad.body(exercise) == Array(#"{"answers":{"a":"x","b":"z"}}"#.utf8))
  }

  @Test func `an exercise of another kind has none`() throws {
    let policy = Array(#"{"schema": {"properties": {"policy": {"properties": {}}}}}"#.utf8)
    let free = Array(#"{"schema": {"properties": {"answers": {"properties": {"a": {"type": "string"}}}}}}"#.utf8)
    #expect(SubmissionLoad.body(try JSONParser.parse(policy)) == nil)
    #expect(SubmissionLoad.body(try JSONParser.parse(free)) == nil)
  }

  @Test func `a commit is a row`() throws {
    let folder = try TemporaryFolder()
    let commits = try SingleCommits("\(folder.path)/rows.sqlite", row: [1, 2, 3])
    #expect(try commits.rate(seconds: 0.01) > 0)
  }
}
