// What Glibc's module map leaves out: epoll and random numbers. Empty on other systems, where `poll` serves.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/random.h>
#endif
