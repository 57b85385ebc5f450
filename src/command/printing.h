// What is printed for each file that was read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "command/arguments.h"
#include "command/facts.h"
#include "command/output.h"
#include "command/terminal.h"

namespace lectern::command {

/// A file as a result names it.
struct NamedFile {
  std::string path;      ///< as it was given
  std::string absolute;  ///< for the addresses of documents
};

/// What a result prints to stdout in every form but text, with a line end.
Output formatted(const NamedFile& file, const Json& result, const Arguments& arguments);

/// What `lectern read` prints for files, one after the other.
class Printer {
 public:
  /// \param arguments  must outlive it.
  Printer(const Arguments& arguments, ImageProtocol protocol)
      : arguments_(arguments), protocol_(protocol) {}

  struct Printed {
    std::string messages;  ///< for stderr, before the rest
    Output output;         ///< for stdout
  };

  /// What is printed for the next file.
  Printed print(const NamedFile& file, Json result);

 private:
  Printed print_text(const NamedFile& file, const Json& result);

  const Arguments& arguments_;
  ImageProtocol protocol_;
  bool has_printed_ = false;
};

/// What a batch keeps of a read.
struct BatchLine {
  Output output;      ///< for stdout
  std::string entry;  ///< for the manifest
  bool success = false;
  std::uint64_t bytes = 0;  ///< of the file that was read
};

/// \param facts  of the file that was read; nothing when it could not be.
BatchLine batch_line(const NamedFile& file, const Json& result,
                     const std::optional<FileFacts>& facts, const Arguments& arguments);

}  // namespace lectern::command
