#include "threads.h"

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_ready;
// What is to be run, until it has been.
static void (*work)(void *);
static void *work_argument;

static void *serve(void *argument) {
  (void)argument;
  pthread_mutex_lock(&lock);
  is_ready = true;
  pthread_cond_broadcast(&changed);
  while (true) {
    while (!work) pthread_cond_wait(&changed, &lock);
    void (*body)(void *) = work;
    pthread_mutex_unlock(&lock);
    body(work_argument);
    pthread_mutex_lock(&lock);
    work = NULL;
    pthread_cond_broadcast(&changed);
  }
  return NULL;
}

int clinux_start_second_thread(size_t stack) {
  const int error = clinux_start_thread(serve, NULL, stack);
  if (error) return error;
  pthread_mutex_lock(&lock);
  while (!is_ready) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return 0;
}

void clinux_run_both(void (*first)(void *), void *first_argument, void (*second)(void *), void *second_argument) {
  pthread_mutex_lock(&lock);
  const bool has_second = is_ready;
  if (has_second) {
    work_argument = second_argument;
    work = second;
    pthread_cond_broadcast(&changed);
  }
  pthread_mutex_unlock(&lock);
  first(first_argument);
  if (!has_second) {
    second(second_argument);
    return;
  }
  pthread_mutex_lock(&lock);
  while (work) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
