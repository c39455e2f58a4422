#define _GNU_SOURCE
#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

struct half {
  void (*body)(void *);
  void *argument;
  bool is_done;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_ready;
// What the second thread is to run, until it has been.
static struct half *work;

static void *serve(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  is_ready = true;
  pthread_cond_broadcast(&changed);
  while (true) {
    while (!work) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    work->body(work->argument);
    pthread_mutex_lock(&lock);
    work->is_done = true;
    work = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

int clinux_start_second_thread(size_t stack) {
  cpu_set_t cores;
  // If there are too many to count, there are enough.
  if (!sched_getaffinity(0, sizeof cores, &cores) && CPU_COUNT(&cores) < 2) return 0;
  const int error = clinux_start_thread(serve, NULL, stack);
  if (error) return error;
  pthread_mutex_lock(&lock);
  while (!is_ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

void clinux_run_both(void (*first)(void *), void *first_argument, void (*second)(void *), void *second_argument) {
  struct half half = {second, second_argument, false};
  pthread_mutex_lock(&lock);
  const bool is_free = is_ready && !work;
  if (is_free) {
    work = &half;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  first(first_argument);
  if (!is_free) {
    second(second_argument);
    return;
  }
  pthread_mutex_lock(&lock);
  while (!half.is_done) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
