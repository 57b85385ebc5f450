// What a read of an archive or a directory shows: its members, sorted, a line each. Only the lines
// that are shown are kept, however many members there are.
#pragma once

#include <cstdint>
#include <memory>
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

/// How many different names there are, by their hashes. They are sorted: whoever chooses the names
/// chooses the slots of a table.
class SeenNames {
 public:
  void add(std::string_view name);
  std::uint64_t count();

 private:
  std::vector<std::uint64_t> hashes_;
  std::size_t settled_ = 0;  ///< of them, sorted and different
};

/// Which of several members of one name a path leads to.
enum class SameName : std::uint8_t { kLastCounts, kFirstCounts };

/// The first or last lines of a listing as far as they are needed. Folders of one name are one row,
/// and so is every other member.
class ListingRows {
 public:
  /// What few members have.
  struct Tail {
    std::string target;
    std::string comment;  ///< in quotes
  };
  /// Small: whoever asks for the last of a million has all of them held.
  struct Row {
    std::string name;  ///< below the folder that is listed
    std::unique_ptr<const Tail> tail;
    std::uint64_t size = 0;  ///< in bytes; of a folder, the files in it
    std::int64_t modified = 0;
    std::uint64_t number = 0;  ///< tells rows of the same name apart
    MemberKind kind = MemberKind::kFile;
    char mark = ' ';
    bool has_size = false;
    bool has_time = false;
  };

  /// \param keep  how many rows are needed, from the end of the order if `from_end`
  /// \param most_bytes  of text that rows may have together
  ListingRows(std::uint64_t keep, bool from_end, SameName same_name, std::uint64_t most_bytes)
      : keep_(keep), from_end_(from_end), same_name_(same_name), most_bytes_(most_bytes) {}

  /// LIMIT_EXCEEDED when the rows that are needed have too much text.
  Result<void> add(Row row);
  /// None of the rows is marked as ignored any more.
  void ignore_none();
  /// The rows that were kept, in order.
  const std::vector<Row>& sorted();
  /// Whether there are more rows than are needed, as far as is known before `sorted`.
  bool is_cut() const { return limit_.has_value(); }
  /// Rows in all; behind `sorted`.
  std::uint64_t count() { return is_cut() ? members_ + folders_.count() : rows_.size(); }
  bool from_end() const { return from_end_; }

 private:
  void prune();
  void mark_hidden(Row& before, Row& row) const;

  std::uint64_t keep_;
  bool from_end_;
  SameName same_name_;
  std::uint64_t most_bytes_;
  std::vector<Row> rows_;
  std::uint64_t bytes_ = 0;           ///< of text in `rows_`, or fewer by now
  std::optional<std::string> limit_;  ///< what sorts behind it is not needed
  SeenNames folders_;
  std::uint64_t members_ = 0;  ///< that are no folders
  std::uint64_t number_ = 0;
};

class Listing {
 public:
  /// \param folder  whose members are listed, as `path_in_package` writes it; "" is the top
  Listing(const ReadRequest& request, const ReadOptions& options, std::string_view folder,
          SameName same_name);

  /// \param path  of the member; absent for one whose name leads out
  /// LIMIT_EXCEEDED when the rows up to those asked for have too much text.
  Result<void> add(const Member& member, const std::optional<std::string>& path);
  /// Members that were ignored are not, after all.
  void ignore_none();

  /// Whether anything lies in the folder, or the folder is a member itself.
  bool has_folder() const { return has_folder_; }

  /// \param noun  what is listed: "ZIP archive"
  /// \param comment  of the archive
  Result<ToolResult> finish(std::string_view noun, std::string_view comment);

 private:
  bool is_wanted(std::string_view name);
  Result<ToolResult> finish_names();
  std::string heading(std::string_view noun, bool has_rows);

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
  std::uint64_t commented_ = 0;
  SeenNames different_;             ///< names of members that are no folders
  std::uint64_t named_ = 0;         ///< such members
  std::vector<std::string> names_;  ///< of files, where all are asked for
  std::uint64_t name_bytes_ = 0;
};

}  // namespace lectern
