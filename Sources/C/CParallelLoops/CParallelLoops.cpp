#include "CParallelLoops.h"

#include <CLinux.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <opencv2/core.hpp>
#include <opencv2/core/parallel/parallel_backend.hpp>

namespace {

/// A loop that is shared out: whichever thread is free takes the next piece, since rows of a picture take unequal time.
struct Loop {
  const int end, piece;
  const cv::parallel::ParallelForAPI::FN_parallel_for_body_cb_t body;
  void *const data;
  std::atomic<int> next{0};

  /// OpenCV's own body lets no exception through: it is thrown again after the loop.
  static void run(void *argument) {
    auto &loop = *static_cast<Loop *>(argument);
    for (int start; (start = loop.next.fetch_add(loop.piece)) < loop.end;) {
      loop.body(start, std::min(loop.end, start + loop.piece), loop.data);
    }
  }
};

class TwoThreads final : public cv::parallel::ParallelForAPI {
 public:
  void parallel_for(int tasks, FN_parallel_for_body_cb_t body, void *data) override {
    constexpr int pieces = 16;
    Loop loop{tasks, std::max(1, tasks / pieces), body, data};
    clinux_run_both(Loop::run, &loop, Loop::run, &loop);
  }

  int getThreadNum() const override { return clinux_is_second_thread() ? 1 : 0; }

  int getNumThreads() const override { return clinux_has_second_thread() ? 2 : 1; }

  int setNumThreads(int) override { return getNumThreads(); }

  const char *getName() const override { return "two threads"; }
};

}  // namespace

void cparallelloops_prepare(void) {
  static const bool is_prepared = [] {
    const auto threads = std::make_shared<TwoThreads>();
    cv::parallel::setParallelForBackend(threads, false);
    cv::setNumThreads(threads->getNumThreads());
    return true;
  }();
  (void)is_prepared;
}
