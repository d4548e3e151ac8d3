#if hasFeature(Embedded)
  /// One retry budget for all requests of a client.
  // Unchecked: there is one thread where Embedded Swift runs this.
  public final class SharedRetryBudget: @unchecked Sendable {
    private var budget: RetryBudget

    public init(_ rule: RetryBudget.Rule) { budget = RetryBudget(rule) }

    public init(_ budget: RetryBudget) { self.budget = budget }

    /// Reads or changes the budget. Keep it short: others wait.
    public func withLock<Result>(_ body: (inout RetryBudget) -> Result) -> Result { body(&budget) }
  }
#else
  private import Synchronization

  /// One retry budget for all requests of a client, for any number of tasks and threads at once.
  public final class SharedRetryBudget: Sendable {
    private let budget: Mutex<RetryBudget>

    public init(_ rule: RetryBudget.Rule) { budget = Mutex(RetryBudget(rule)) }

    public init(_ budget: RetryBudget) { self.budget = Mutex(budget) }

    /// Reads or changes the budget. Keep it short: others wait.
    public func withLock<Result: Sendable>(_ body: (inout RetryBudget) -> Result) -> Result {
      budget.withLock { body(&$0) }
    }
  }
#endif
