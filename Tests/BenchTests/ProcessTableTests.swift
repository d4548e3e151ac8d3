import Bench
import Glibc
import Testing

@Suite struct `What the system tells of processes` {
  @Test func `a process may be named like anything`() {
    let line =
      "4711 (a) R 1 (b c) S 1 4700 4700 0 -1 4194560 90 80 0 0 1 20 300 4000 20 0 1 0 77 1000 200 18446744073709551615 1\n"
    #expect(ProcessStat(line)?.group == 4_700)
    #expect(ProcessStat(line)?.ticks == 4_321)
  }

  @Test(arguments: ["", "1 (cut) S 1", "1 (cut) S 1 x 3 4 5 6 7 8 9 10 11 12 13 14 15 16"])
  func `a line that is cut off says nothing`(_ line: String) { #expect(ProcessStat(line) == nil) }

  @Test func `a figure is found by its whole name`() {
    let text = "55e0-7ffe ---p 00000000 00:00 0    [rollup]\nRss:               21764 kB\nPss_Dirty:   12 kB\n"
    #expect(ProcessTable.kibibytes("Rss", in: text) == 21_764)
    #expect(ProcessTable.kibibytes("Pss", in: text) == nil)
  }

  @Test func `this process has memory, and its work takes time`() throws {
    #expect(try #require(ProcessTable.residentMemory(of: getpid())) > 1_000_000)
    let before = ProcessTable.processorTime(ofGroup: getpgrp())
    let end = ContinuousClock.now + .seconds(10)
    while ProcessTable.processorTime(ofGroup: getpgrp()) == before, ContinuousClock.now < end {}
    #expect(ProcessTable.processorTime(ofGroup: getpgrp()) > before)
  }
}
