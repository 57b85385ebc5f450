// Which member a path leads to: the one of that name, or a package on the way to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "package/package.h"

namespace lectern {

class MemberSearch {
 public:
  /// \param path  as `path_in_package` writes it
  explicit MemberSearch(std::string path) : path_(std::move(path)) {}

  /// \param path  of the member
  void add(const Member& member, const std::string& path);

  /// The member found: of the whole path, else of its longest beginning. Of members of the same
  /// name the last counts.
  const std::optional<Member>& found() const { return found_; }
  /// True when `found` is of the whole path.
  bool is_whole() const { return found_ && found_size_ == path_.size(); }
  /// Members that have the name of `found`, beside it.
  std::uint64_t same_name() const { return same_name_; }
  /// What the path has behind `found`; "" when it is whole.
  std::string_view rest() const;

  /// Paths that may have been meant, at most three, the nearest first.
  std::vector<std::string> near() const;
  /// The first files of the package, and how many it has.
  const std::vector<std::string>& first() const { return first_; }
  std::uint64_t count() const { return count_; }

 private:
  struct Near {
    std::string path;
    unsigned far;
  };

  std::string path_;
  std::optional<Member> found_;
  std::size_t found_size_ = 0;
  std::uint64_t same_name_ = 0;
  std::vector<Near> near_;
  std::vector<std::string> first_;
  std::uint64_t count_ = 0;
  std::uint64_t compared_ = 0;
};

}  // namespace lectern
