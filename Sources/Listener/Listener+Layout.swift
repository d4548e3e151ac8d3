// Sockets and event loops that serve an application. It knows nothing of what is served.
//
//   Configuration   where to listen, limits, deadlines, sizes of pools and queues
//   Server          starts, drains, counts
