#pragma once

#include <threads.h>

#include <exception>

/// Calls `body` with the halves of 0 to `count`, on both threads of the process (`clinux_run_both`). What it throws is thrown here.
template <class Body> void in_halves(int count, const Body &body) {
  struct Half {
    const Body &body;
    const int begin, end;
    std::exception_ptr failure;

    static void run(void *argument) noexcept {
      auto &half = *static_cast<Half *>(argument);
      try {
        half.body(half.begin, half.end);
      } catch (...) {
        half.failure = std::current_exception();
      }
    }
  };
  Half first{body, 0, count / 2, nullptr}, second{body, count / 2, count, nullptr};
  clinux_run_both(Half::run, &first, Half::run, &second);
  if (first.failure) std::rethrow_exception(first.failure);
  if (second.failure) std::rethrow_exception(second.failure);
}
