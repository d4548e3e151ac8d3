import Glibc

// The command: what it is asked, then one file for each of its commands.
//
//   CourseCommand   the command's own help, and which command is meant
//   CommandOptions  options from the command line and the environment
//   ServeCommand, CheckCommand, BenchCommand

exit(CourseCommand.run(Array(CommandLine.arguments.dropFirst())))
