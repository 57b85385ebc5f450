// What a read of an archive or a directory shows: its members, sorted, a line each. Only the lines
// that are shown are kept, however many members there are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/request.h"
#include "base/tool_result.h"
#include "package/package.h"
#include "text/line_selection.h"
#include "text/word_matcher.h"

namespace lectern {

/// Never 0.
std::uint64_t hash_of_name(std::string_view name);

/// Names that were seen, by their hashes.
class SeenNames {
 public:
  /// \returns true for a name that is new.
  bool add(std::string_view name);
  std::uint64_t count() const { return count_; }

 private:
  std::vector<std::uint64_t> slots_;
  std::uint64_t count_ = 0;
};

/// The first or last lines of a listing as far as they are needed.
class ListingRows {
 public:
  struct Row {
    std::string name;  ///< below the folder that is listed
    MemberKind kind = MemberKind::kFile;
    char mark = ' ';
    std::optional<std::uint64_t> size_bytes;
    std::optional<std::int64_t> modified;
    bool is_utc = false;
    std::string target;
    std::uint64_t files = 0;   ///< in a folder
    std::uint64_t number = 0;  ///< by which later rows of the same name replace earlier ones
  };

  /// \param keep  how many rows are needed, from the end of the order if `from_end`
  ListingRows(std::uint64_t keep, bool from_end) : keep_(keep), from_end_(from_end) {}

  void add(Row row);
  /// The rows that were kept, in order.
  const std::vector<Row>& sorted();
  /// Rows in all.
  std::uint64_t count() const { return seen_.count(); }
  bool from_end() const { return from_end_; }

 private:
  void prune();

  std::uint64_t keep_;
  bool from_end_;
  std::vector<Row> rows_;
  std::optional<std::string> limit_;  ///< what sorts behind it is not needed
  SeenNames seen_;
  std::uint64_t number_ = 0;
};

class Listing {
 public:
  /// \param folder  whose members are listed, as `path_in_package` writes it; "" is the top
  Listing(const ReadRequest& request, const ReadOptions& options, std::string_view folder);

  /// \param path  of the member; absent for one whose name leads out
  void add(const Member& member, const std::optional<std::string>& path);

  /// Whether anything lies in the folder, or the folder is a member itself.
  bool has_folder() const { return has_folder_; }

  /// \param noun  what is listed: "ZIP archive"
  Result<ToolResult> finish(std::string_view noun);

 private:
  bool is_wanted(std::string_view name);
  Result<ToolResult> finish_names();
  std::string heading(std::string_view noun, bool has_rows) const;

  ReadRequest request_;
  const ReadOptions& options_;
  std::string folder_;
  std::optional<WordMatcher> matcher_;
  /// All levels, as long as there are few rows; or the levels that were asked for.
  ListingRows rows_;
  std::optional<ListingRows> deep_;
  bool has_folder_ = false;
  std::uint64_t members_ = 0;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t hidden_ = 0;
  std::uint64_t ignored_ = 0;
  std::uint64_t encrypted_ = 0;
  std::uint64_t locked_ = 0;
  std::uint64_t climbing_ = 0;
  std::vector<std::string> names_;  ///< of files, where all are asked for
  std::uint64_t name_bytes_ = 0;
};

}  // namespace lectern
