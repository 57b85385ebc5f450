// Workers under WASI: whoever gives a file to one reads it.
#include <utility>

#include "cli/workers.h"

namespace lectern::cli {

struct Workers::Worker {
  std::optional<FinishedWork> finished = std::nullopt;
};

Workers::Workers(std::size_t /*count*/, std::function<Reading(const std::string& path)> read)
    : read_(std::move(read)) {
  workers_.push_back(std::make_unique<Worker>());
}

Workers::~Workers() = default;

bool Workers::has_idle() const { return !workers_.front()->finished; }

void Workers::start(std::size_t ticket, const std::string& path) {
  workers_.front()->finished = {ticket, path, read_(path)};
}

FinishedWork Workers::wait() { return *std::exchange(workers_.front()->finished, std::nullopt); }

}  // namespace lectern::cli
