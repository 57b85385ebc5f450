// Workers natively: one process each, and a socket to it. Asked with the length of a path and the
// path, it answers with a head and four texts.
#include "cli/workers.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/message.h"

namespace lectern::cli {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;
#endif
constexpr std::size_t kReceiveBytes = std::size_t{1} << 18;

struct AnswerHead {
  std::uint64_t line_bytes;
  std::uint64_t entry_bytes;
  std::uint64_t file_bytes;
  std::uint64_t success;
  std::uint64_t member_bytes;
  std::uint64_t failure_bytes;
};

bool send_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(descriptor, bytes.data(), bytes.size(), kSendFlags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

/// False at the end of what is sent.
bool receive_all(int descriptor, char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t got = recv(descriptor, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

template <typename Plain>
std::string_view bytes_of(const Plain& plain) {
  return {reinterpret_cast<const char*>(&plain), sizeof(Plain)};
}

/// The life of a worker: it ends when nobody asks any more.
[[noreturn]] void serve(int descriptor,
                        const std::function<Reading(const std::string& path)>& read) {
  std::uint64_t path_bytes = 0;
  while (receive_all(descriptor, reinterpret_cast<char*>(&path_bytes), sizeof(path_bytes))) {
    std::string path(path_bytes, '\0');
    if (!receive_all(descriptor, path.data(), path.size())) break;
    const Reading reading = read(path);
    const AnswerHead head = {
        reading.line.size(),    reading.entry.size(),
        reading.bytes,          reading.success ? std::uint64_t{1} : std::uint64_t{0},
        reading.members.size(), reading.members_failure.size()};
    if (!send_all(descriptor, bytes_of(head)) || !send_all(descriptor, reading.line) ||
        !send_all(descriptor, reading.entry) || !send_all(descriptor, reading.members) ||
        !send_all(descriptor, reading.members_failure)) {
      break;
    }
  }
  // Not exit(): what the parent has buffered is the parent's to write.
  _exit(0);
}

std::optional<Reading> whole_answer(const std::string& received) {
  AnswerHead head;
  if (received.size() < sizeof(head)) return std::nullopt;
  std::memcpy(&head, received.data(), sizeof(head));
  const std::size_t entry = sizeof(head) + head.line_bytes;
  const std::size_t members = entry + head.entry_bytes;
  const std::size_t failure = members + head.member_bytes;
  if (received.size() < failure + head.failure_bytes) return std::nullopt;
  return Reading{received.substr(sizeof(head), head.line_bytes),
                 received.substr(entry, head.entry_bytes),
                 head.success != 0,
                 head.file_bytes,
                 received.substr(members, head.member_bytes),
                 received.substr(failure, head.failure_bytes)};
}

}  // namespace

struct Workers::Worker {
  pid_t process = -1;
  int descriptor = -1;
  std::optional<std::size_t> ticket = std::nullopt;
  std::string path = {};
  std::string received = {};

  /// Starts the process, which keeps none of the descriptors of `others`.
  void start(const std::vector<std::unique_ptr<Worker>>& others,
             const std::function<Reading(const std::string& path)>& read) {
    std::array<int, 2> ends = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) return;
    process = fork();
    if (process == 0) {
      close(ends[0]);
      for (const auto& other : others) {
        if (other->descriptor >= 0) close(other->descriptor);
      }
      serve(ends[1], read);
    }
    close(ends[1]);
    descriptor = ends[0];
  }

  /// Waits for the end of the process; says how it came.
  std::string end() {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
    int status = 0;
    if (process < 0) return "no process could be started";
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    process = -1;
    if (WIFSIGNALED(status)) return compose({"its process ended with signal {}", WTERMSIG(status)});
    return compose({"its process ended with status {}", WEXITSTATUS(status)});
  }

  /// Takes what has arrived. False when the process has ended.
  bool receive() {
    std::string chunk(kReceiveBytes, '\0');
    ssize_t got = 0;
    do {
      got = recv(descriptor, chunk.data(), chunk.size(), 0);
    } while (got < 0 && errno == EINTR);
    if (got <= 0) return false;
    received.append(chunk, 0, static_cast<std::size_t>(got));
    return true;
  }
};

Workers::Workers(std::size_t count, std::function<Reading(const std::string& path)> read)
    : read_(std::move(read)) {
  for (std::size_t i = 0; i < count; ++i) {
    auto worker = std::make_unique<Worker>();
    worker->start(workers_, read_);
    workers_.push_back(std::move(worker));
  }
}

Workers::~Workers() {
  for (const auto& worker : workers_) {
    if (worker->process > 0) kill(worker->process, SIGKILL);
    worker->end();
  }
}

bool Workers::has_idle() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const auto& worker) { return !worker->ticket; });
}

void Workers::start(std::size_t ticket, const std::string& path) {
  const auto idle = std::find_if(workers_.begin(), workers_.end(),
                                 [](const auto& worker) { return !worker->ticket; });
  Worker& worker = **idle;
  worker.ticket = ticket;
  worker.path = path;
  const std::uint64_t path_bytes = path.size();
  // Where the process is gone, waiting for its answer finds out.
  if (send_all(worker.descriptor, bytes_of(path_bytes))) send_all(worker.descriptor, path);
}

FinishedWork Workers::wait() {
  for (;;) {
    std::vector<pollfd> waiting;
    for (const auto& worker : workers_) {
      // A worker without a socket counts as ended; poll passes over it.
      waiting.push_back({worker->ticket ? worker->descriptor : -1, POLLIN, 0});
    }
    const bool has_dead = std::any_of(workers_.begin(), workers_.end(), [](const auto& worker) {
      return worker->ticket && worker->descriptor < 0;
    });
    if (!has_dead && poll(waiting.data(), waiting.size(), -1) < 0) continue;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = *workers_[i];
      const bool is_dead = worker.ticket && worker.descriptor < 0;
      if (!is_dead && waiting[i].revents == 0) continue;
      const bool is_alive = !is_dead && worker.receive();
      auto reading = is_alive ? whole_answer(worker.received) : std::nullopt;
      if (is_alive && !reading) continue;
      const std::size_t ticket = *std::exchange(worker.ticket, std::nullopt);
      worker.received.clear();
      if (reading) return {ticket, std::move(worker.path), std::move(reading)};
      FinishedWork finished = {ticket, std::move(worker.path), std::nullopt, worker.end()};
      worker.start(workers_, read_);
      return finished;
    }
  }
}

}  // namespace lectern::cli
