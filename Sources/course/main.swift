import Glibc

// The command: what it is asked, then one file for each of its commands.
//
//   CourseCommand   the command's own help, and which command is meant
//   CommandOptions  options from the command line and the environment
//   CourseDatabase  the database that a command works on, and files that it reads and writes whole
//   …Command        one for each command, named after it

let status = CourseCommand.run(Array(CommandLine.arguments.dropFirst()))
// What could not be written is no success.
if fflush(nil) != 0 {
  Console.complain("course: standard output cannot be written: \(String(cString: strerror(errno)))")
  exit(max(status, 1))
}
exit(status)
