// Reads files in several processes at once. Processes, not threads: PDFium serves one thread at a
// time, and a file that ends its reader ends nothing else. Under WASI, which has neither, files are
// read one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lectern::cli {

/// What a batch keeps of a read.
struct Reading {
  std::string line;   ///< for stdout; "" for a file that was not read
  std::string entry;  ///< for the manifest
  bool success = false;
  std::uint64_t bytes = 0;   ///< of the file that was read
  std::string members = {};  ///< as `command::FinishedRead::members`
  std::string members_failure = {};
};

struct FinishedWork {
  std::size_t ticket = 0;
  std::string path = {};
  /// Nothing when the process that read it ended; `death` says how.
  std::optional<Reading> reading = std::nullopt;
  std::string death = {};
};

class Workers {
 public:
  /// \param read  is called in the workers; what it changes stays there.
  Workers(std::size_t count, std::function<Reading(const std::string& path)> read);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();

  bool has_idle() const;

  /// Gives a file to an idle worker.
  /// \param ticket  is what `wait` names the file by.
  void start(std::size_t ticket, const std::string& path);

  /// Waits until one of the files that were started is read.
  FinishedWork wait();

 private:
  struct Worker;

  std::function<Reading(const std::string& path)> read_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace lectern::cli
