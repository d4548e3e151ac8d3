// Sockets and event loops that serve an application. It knows nothing of what is served.
//
//   Server, Configuration   starts, drains, counts
//   EventLoop               one thread's connections: reads, asks the application, writes
//   Connection              what a loop keeps of one peer; its rules are HTTP's ConnectionState
//   StandingAnswers         what a loop gives again without asking the application
//   Mailbox                 how other threads reach a loop
//   Poller                  what waits for sockets: EpollPoller, PollPoller
//   DeadlineWheel           which connection is due when
//   WorkQueue, WorkRules    work that waits: in which order, and how much is let in
//   WorkPool, Monitor       the threads for it, which may block
//   StreamBuffer            a stream between who writes it and the loop
//   ConnectionLedger        how many connections there are, in all and by address
//   ByteBudget              how many bytes of bodies there are
//   Statistics              counts and latencies
//   Socket, Clock           the system calls
//   SocketActivation        sockets that a service manager passes on
