import Bench
import Testing

@Suite struct `Figures of several rounds` {
  @Test(arguments: [([3.0], 3.0), ([9.0, 1.0, 5.0], 5.0), ([4.0, 1.0, 2.0, 100.0], 3.0)])
  func `the median is in the middle`(_ values: [Double], _ median: Double) { #expect(Series.median(values) == median) }

  @Test func `nothing has no median`() { #expect(Series.median([]).isNaN) }

  @Test func `a ratio is taken within each round`() {
    // In the second round the machine was ten times slower for both.
    #expect(Series.ratio([100, 10, 120], [50, 5, 60]) == 2)
  }
}
