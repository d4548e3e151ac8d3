/// nginx, serving a page as a file, set up to be as quick as it can.
enum NginxServer {
  static let name = "nginx"

  static func start(_ page: [UInt8], in folder: TemporaryFolder) throws -> ContenderProcess {
    guard let program = Program.path(of: "nginx") else { throw Absent(name: name) }
    try folder.makeFolder("www")
    try folder.write("www/page.html", page)
    let port = try LocalPort.free()
    let settings = try folder.write("nginx.conf", configuration(folder.path, port: port))
    let process = try ChildProcess([program, "-p", folder.path, "-c", settings, "-e", "stderr"], in: folder)
    try LocalPort.awaitServer(at: port)
    return ContenderProcess(name, process, port: port)
  }

  /// As many workers as this program has loops, files and their descriptors kept open, connections that never end, and
  /// nothing logged.
  private static func configuration(_ folder: String, port: Int) -> String {
    """
    daemon off;
    worker_processes \(Stopwatch.processors);
    pid \(folder)/nginx.pid;
    error_log stderr crit;
    events {
      worker_connections 4096;
      use epoll;
      multi_accept on;
    }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      tcp_nodelay on;
      keepalive_timeout 75s;
      keepalive_requests 1000000000;
      open_file_cache max=1000 inactive=1h;
      open_file_cache_valid 1h;
      server_tokens off;
      default_type "text/html; charset=utf-8";
      client_body_temp_path \(folder)/body;
      proxy_temp_path \(folder)/proxy;
      fastcgi_temp_path \(folder)/fastcgi;
      uwsgi_temp_path \(folder)/uwsgi;
      scgi_temp_path \(folder)/scgi;
      server {
        listen 127.0.0.1:\(port) backlog=1024;
        root \(folder)/www;
      }
    }

    """
  }
}
