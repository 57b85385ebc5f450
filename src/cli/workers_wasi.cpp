// Workers under WASI: whoever gives a file to one reads it.
#include <deque>
#include <utility>

#include "cli/workers.h"

namespace lectern::cli {

/// The only one; what it has read waits in it.
struct Workers::Worker {
  std::deque<FinishedWork> finished;
};

Workers::Workers(std::size_t /*count*/, std::function<Reading(const std::string& path)> read)
    : read_(std::move(read)) {
  workers_.push_back(std::make_unique<Worker>());
}

Workers::~Workers() = default;

bool Workers::has_idle() const { return true; }

void Workers::start(std::size_t ticket, const std::string& path) {
  workers_.front()->finished.push_back({ticket, path, read_(path)});
}

FinishedWork Workers::wait() {
  std::deque<FinishedWork>& finished = workers_.front()->finished;
  FinishedWork first = std::move(finished.front());
  finished.pop_front();
  return first;
}

}  // namespace lectern::cli
