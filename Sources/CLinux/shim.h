// What Glibc's module map leaves out: epoll, random numbers, what a program that is started may not keep, and how long a
// thread may keep the processor. Empty on other systems, where `poll` serves.
#if defined(__linux__)
#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Leaves a program that is to be started no descriptor from this one on. Glibc declares what it calls for GNU's own dialect
// of C alone; the actions are a posix_spawn_file_actions_t.
// Returns 0, or an error number.
static inline int course_close_from(void *actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Asks for a time slice for the calling thread, in nanoseconds, 100,000 to 100,000,000; 0 for the system's own. Threads
// that it starts inherit it. Needs Linux 6.12; an older one takes the call and does nothing. Glibc has no wrapper for
// sched_setattr(2).
// Returns 0, or an error number.
static inline int course_set_time_slice(uint64_t nanoseconds) {
  struct {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
  } attributes = {.size = sizeof attributes, .runtime = nanoseconds};
  // The call sets niceness too.
  attributes.nice = getpriority(PRIO_PROCESS, 0);
  return syscall(SYS_sched_setattr, 0, &attributes, 0) == 0 ? 0 : errno;
}
#endif
