// What a batch has read, one line of JSON for each file, so that a later one can leave out what has
// not changed:
//
//   {"file_path":"a/b.txt","size":12,"mtime":"1767225600.000000000","success":true,"contentHash":"…"}
//
// A failure has its `errorCode`; a file that could not be read at all has no size and time, and is
// tried again. An archive says `"archive":true`. The last line of a path counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "command/facts.h"
#include "read/json.h"

namespace lectern::command {

/// The line for a file, with its line end. \param result  as command/result.h says.
std::string manifest_line(std::string_view path, const Json& result,
                          const std::optional<FileFacts>& facts);

/// A manifest of an earlier batch.
class Manifest {
 public:
  /// Text after the last line end is a line that was not written to its end, and does not count. An
  /// error names the line that is no entry.
  static Result<Manifest> parse(std::string_view text);

  /// The line of a file, when it has the size and time that it had then.
  /// \param walks_archives  what archives hold is read, too: they are looked into again, for a
  /// batch
  ///                        may have ended before all of it was read
  std::optional<std::string> unchanged(const std::string& path, const FileFacts& facts,
                                       bool walks_archives = false) const;

  /// Bytes up to the end of the last whole line.
  std::size_t whole_bytes() const { return whole_bytes_; }

 private:
  struct Entry {
    std::optional<FileFacts> facts;
    std::string line;
    bool is_archive = false;
  };
  /// By path, as JSON.
  std::unordered_map<std::string, Entry> entries_;
  std::size_t whole_bytes_ = 0;
};

}  // namespace lectern::command
