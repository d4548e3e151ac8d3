import Bench
import Testing

@Suite struct `Programs of this machine` {
  @Test func `what is installed is found`() { #expect(Program.path(of: "sh")?.hasSuffix("/sh") == true) }

  @Test func `what is not installed is not`() { #expect(Program.path(of: "no-such-program") == nil) }
}
