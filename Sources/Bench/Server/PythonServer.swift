/// The HTTP server of Python's library, a thread for each connection.
enum PythonServer {
  static let name = "Python's http.server"

  static func start(_ page: [UInt8], in folder: TemporaryFolder) throws -> ContenderProcess {
    guard let program = Program.path(of: "python3") else { throw Absent(name: name) }
    let file = try folder.write("python-page.html", page)
    let script = try folder.write("server.py", source)
    return try ContenderProcess(name, ChildProcess([program, script, file], in: folder))
  }

  private static let source = """
    import http.server
    import sys

    page = open(sys.argv[1], 'rb').read()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'
        wbufsize = -1
        disable_nagle_algorithm = True

        def do_GET(self):
            self.send_response(200)
            self.send_header('Content-Type', 'text/html; charset=utf-8')
            self.send_header('Content-Length', str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        request_queue_size = 1024

    server = Server(('127.0.0.1', 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()

    """
}
