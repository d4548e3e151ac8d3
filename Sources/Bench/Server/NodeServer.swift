/// Node's own HTTP server, a process for each processor.
enum NodeServer {
  static let name = "Node's http"

  static func start(_ page: [UInt8], in folder: TemporaryFolder) throws -> ContenderProcess {
    guard let program = Program.path(of: "node") else { throw Absent(name: name) }
    let file = try folder.write("node-page.html", page)
    let script = try folder.write("server.cjs", source)
    return try ContenderProcess(
      name, ChildProcess([program, script, file, "\(Stopwatch.processors)"], in: folder))
  }

  private static let source = """
    const cluster = require('node:cluster')
    const http = require('node:http')
    if (cluster.isPrimary) {
      let waiting = Number(process.argv[3])
      cluster.on('listening', (worker, address) => { if (--waiting === 0) console.log(address.port) })
      for (let left = waiting; left > 0; left--) cluster.fork()
    } else {
      const page = require('node:fs').readFileSync(process.argv[2])
      const head = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': page.length }
      const server = http.createServer((request, response) => { response.writeHead(200, head).end(page) })
      server.listen(0, '127.0.0.1')
    }

    """
}
