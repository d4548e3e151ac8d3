import Dispatch
import Glibc
import HTTP
import Listener
import Site
import Store
import Threads

/// Serves the course until it is told to stop.
struct ServeCommand: Command {
  let name = "serve"
  let summary = "Serves the course. The first line of output, once it accepts connections, is its address."

  let options = [
    CommandOption(
      "--host", "The address to listen at, a number or localhost.", value: "ADDRESS", variable: "COURSE_HOST",
      standard: "127.0.0.1"),
    CommandOption(
      "--port", "The port to listen at; 0 takes a free one.", value: "PORT", variable: "COURSE_PORT", standard: "8080"),
    CommandOption(
      "--host-name", "Names, by commas, under which the site may be addressed beside localhost.", value: "NAMES",
      variable: "COURSE_HOST_NAMES"),
    CourseDatabase.option("The file that keeps people, submissions and grades; made if there is none."),
    CommandOption(
      "--trusted-proxy",
      "Addresses, by commas, of proxies that are believed what X-Forwarded-For, -Proto and -Host (or Forwarded) say.",
      value: "ADDRESS[/BITS]", variable: "COURSE_TRUSTED_PROXIES"),
    CommandOption("--lessons", "The lessons.", value: "FOLDER", variable: "COURSE_LESSONS", standard: "Lessons"),
    CommandOption("--public", "The static files.", value: "FOLDER", variable: "COURSE_PUBLIC", standard: "Public"),
    CommandOption(
      "--watch", "Read lessons and files again when they change, and reload open pages.", variable: "COURSE_WATCH"),
    CommandOption(
      "--log", "What goes to standard error: none, problems, requests (but those for pages and files), all.",
      value: "LEVEL", variable: "COURSE_LOG", standard: "requests"),
    CommandOption(
      "--submissions-per-minute", "The most submissions of one person in a minute.", value: "NUMBER",
      variable: "COURSE_SUBMISSIONS_PER_MINUTE", standard: "120"),
    CommandOption(
      "--threads", "The most threads for one run of an experiment. Default: one for each core.", value: "NUMBER",
      variable: "COURSE_THREADS"),
  ]

  func run(_ options: CommandOptions) throws(WrongUsage) -> Int32 {
    ThreadPriority.answerAtOnce()
    let settings = try settings(options)
    let port = try options.number("--port", in: 0...65535) ?? 8080
    let host = try address(options["--host"] ?? "localhost")
    let shelf: Shelf
    do { shelf = try SiteFiles.shelf(settings) } catch {
      for line in error.lines { Console.complain(line) }
      return 1
    }
    let database = CourseDatabase.path(options)
    let lock: ServingLock
    let storage: SQLiteStorage
    do {
      lock = try ServingLock(database)
      storage = try SQLiteStorage(path: database)
    } catch {
      Console.complain("course serve: \(error)")
      return 1
    }
    defer { withExtendedLifetime(lock) { storage.close() } }
    Descriptors.allowMost()
    let signals = StopSignals()
    Descriptors.takeForTimers()
    let context = SiteContext(settings: settings, shelf: shelf, storage: storage)
    let site = CourseSite(context)
    var configuration = Configuration(host: host, port: port)
    configuration.inherited = SocketActivation.sockets()
    if let text = options["--trusted-proxy"] {
      guard let proxies = TrustedProxies(text) else {
        throw WrongUsage("--trusted-proxy: addresses by commas, each perhaps with /BITS, such as 127.0.0.1,10.0.0.0/8")
      }
      configuration.proxies = proxies
    }
    let log = context.log
    if settings.logging != .none {
      configuration.log = {
        log.write($0.request, id: $0.id, peer: $0.peer, $0.status, bytes: $0.bytes, microseconds: $0.microseconds)
      }
    }
    let server = Server(configuration, site)
    context.metrics.add { ServerReadings.readings(server.statistics) }
    do {
      try site.begin()
      let link = try InstructorLink.first(storage, at: context.time())
      // From here on nothing may fail: there are connections.
      let taken = try server.start()
      if taken == 0 {
        print("listening on the socket that was passed on")
        if let link { print("sign in as the instructor, once, where the course is served: \(link)") }
      } else {
        print("listening on \(ServeCommand.address(host, taken))")
        // All addresses together are none that a browser could be sent to.
        let reachable = ServeCommand.address(["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host, taken)
        lock.note(address: reachable)
        if let link { print("sign in as the instructor, once: \(reachable)\(link)") }
      }
    } catch {
      Console.complain("course serve: \(error)")
      return 1
    }
    // Whoever started this waits for the lines, which a pipe would hold back.
    fflush(nil)
    site.renderAhead()
    signals.wait()
    LastResort.start()
    server.drain()
    site.end()
    context.log.flush(within: .seconds(1))
    return 0
  }

  private static func address(_ host: String, _ port: Int) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The numeric address that is meant.
  private func address(_ host: String) throws(WrongUsage) -> String {
    if host == "localhost" { return "127.0.0.1" }
    var (four, six) = (in_addr(), in6_addr())
    guard inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 else {
      throw WrongUsage(
        "--host must be localhost or a numeric address, such as 127.0.0.1, ::1, or 0.0.0.0 for all; not \(host)")
    }
    return host
  }

  private func settings(_ options: CommandOptions) throws(WrongUsage) -> SiteSettings {
    var settings = SiteSettings()
    if let lessons = options["--lessons"] { settings.lessons = lessons }
    if let assets = options["--public"] { settings.assets = assets }
    for name in options["--host-name"]?.split(separator: ",") ?? [] {
      guard let authority = Authority(Array(name.utf8)) else {
        throw WrongUsage("--host-name: \(name) is no name of a host")
      }
      settings.hostNames.append(authority)
    }
    guard let level = RequestLog.Level(rawValue: options["--log"] ?? "") else {
      throw WrongUsage("--log must be one of \(RequestLog.Level.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    settings.logging = level
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    settings.threads = try options.number("--threads", in: 1...256) ?? cores
    settings.submissionsPerMinute =
      try options.number("--submissions-per-minute", in: 1...1_000_000) ?? settings.submissionsPerMinute
    settings.watches = options.has("--watch")
    settings.hasTestRoutes = variable("COURSE_TEST_ROUTES") == "1"
    settings.metricsToken = variable("COURSE_METRICS_TOKEN")
    return settings
  }

  private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// How many files and connections the process may have.
enum Descriptors {
  /// Asks for as many as the system lets it have without asking anyone.
  static func allowMost() {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(resource, &limit)
  }

  /// Takes those that Dispatch's timers need, as long as there are any: at the first timer it ends the process where there
  /// are none.
  static func takeForTimers() {
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { isOver.signal() }
    isOver.wait()
  }
}

/// Ends the process ten seconds after it was told to stop, whatever then still holds it up.
enum LastResort {
  static func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        usleep(9_800_000)
        _exit(1)
      }, nil)
  }
}

/// SIGTERM, SIGINT and, unless whoever started this ignores it as nohup does, SIGHUP: held back from the moment this is made until somebody waits for them.
struct StopSignals {
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    if unsafeBitCast(hangup.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) {
      sigaddset(&signals, SIGHUP)
    }
    // Threads that begin from now on inherit this, so the signal comes to whoever waits.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Blocks until one comes. The next one ends the process at once.
  func wait() {
    var signals = signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
