import Bench
import Testing

@Suite struct `What wrk reports` {
  private static let head = """
    Running 2s test @ http://127.0.0.1:8080/
      2 threads and 64 connections
      Thread Stats   Avg      Stdev     Max   +/- Stdev
        Latency     1.03ms    1.25ms  20.16ms   87.38%
        Req/Sec    42.15k     4.88k   53.48k    70.00%
      167897 requests in 2.00s, 3.36GB read

    """
  private static let tail = """
    Requests/sec:  83800.25
    Transfer/sec:      1.68GB

    """

  @Test func `requests and their rate are read`() throws {
    let report = try #require(WrkReport(Self.head + Self.tail))
    #expect(report.requests == 167_897)
    #expect(report.rate == 83_800.25)
    #expect(report.failures == 0)
  }

  @Test func `every kind of failure is counted`() throws {
    let failures = """
        Socket errors: connect 1, read 20, write 300, timeout 4000
        Non-2xx or 3xx responses: 50000

      """
    let report = try #require(WrkReport(Self.head + failures + Self.tail))
    #expect(report.failures == 54_321)
  }

  @Test(arguments: ["", "unable to connect to 127.0.0.1:1 Connection refused\n", "Requests/sec: 1.0\n"])
  func `what is no report is not taken for one`(_ text: String) { #expect(WrkReport(text) == nil) }
}
