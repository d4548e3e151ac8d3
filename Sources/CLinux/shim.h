// What Glibc's module map leaves out: epoll, eventfd and accept4. Empty on other systems, where `poll` serves.
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#endif
