/// The HTTP server of Go's library.
enum GoServer {
  static let name = "Go's net/http"

  static func start(_ page: [UInt8], in folder: TemporaryFolder) throws -> ContenderProcess {
    guard let go = Program.path(of: "go") else { throw Absent(name: name) }
    let file = try folder.write("go-page.html", page)
    let script = try folder.write("server.go", source)
    let program = "\(folder.path)/go-server"
    let compiler = try ChildProcess([go, "build", "-o", program, script], in: folder)
    _ = try compiler.wholeOutput(within: .seconds(300))
    return try ContenderProcess(name, ChildProcess([program, file], in: folder))
  }

  private static let source = """
    package main

    import (
    \t"fmt"
    \t"net"
    \t"net/http"
    \t"os"
    \t"strconv"
    )

    func main() {
    \tpage, err := os.ReadFile(os.Args[1])
    \tif err != nil {
    \t\tpanic(err)
    \t}
    \tlength := []string{strconv.Itoa(len(page))}
    \tkind := []string{"text/html; charset=utf-8"}
    \thttp.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
    \t\thead := response.Header()
    \t\thead["Content-Length"] = length
    \t\thead["Content-Type"] = kind
    \t\tresponse.Write(page)
    \t})
    \tlistener, err := net.Listen("tcp", "127.0.0.1:0")
    \tif err != nil {
    \t\tpanic(err)
    \t}
    \tfmt.Println(listener.Addr().(*net.TCPAddr).Port)
    \tpanic(http.Serve(listener, nil))
    }

    """
}
