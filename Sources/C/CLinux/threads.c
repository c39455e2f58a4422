#include "threads.h"

#include <pthread.h>
#include <signal.h>

int clinux_start_thread(void *(*body)(void *), void *argument, size_t stack) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack);
  // A new thread inherits the mask.
  sigset_t blocked, before;
  sigfillset(&blocked);
  const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  for (size_t at = 0; at < sizeof faults / sizeof *faults; at++) sigdelset(&blocked, faults[at]);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  error = pthread_create(&thread, &attributes, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}
