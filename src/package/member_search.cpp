#include "package/member_search.h"

#include <algorithm>
#include <array>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kMostNear = 3;
constexpr std::size_t kMostFirst = 5;
/// Names that are compared letter by letter, and the longest of them.
constexpr std::uint64_t kMostCompared = 10'000;
constexpr std::size_t kMostCompareChars = 64;
/// More edits make another name.
constexpr unsigned kMostEdits = 2;
/// What is near beside names that differ by an edit or two.
constexpr unsigned kOtherCase = 0;
constexpr unsigned kOtherFolder = kMostEdits + 1;

/// Bytes to insert, delete or replace.
unsigned edits_between(std::string_view a, std::string_view b) {
  std::array<unsigned, kMostCompareChars + 1> row;
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<unsigned>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    unsigned diagonal = row[0];
    row[0] = static_cast<unsigned>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const unsigned changed = diagonal + (a[i] == b[j] ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view MemberSearch::rest() const {
  return is_whole() ? std::string_view() : std::string_view(path_).substr(found_size_ + 1);
}

void MemberSearch::add(const Member& member, const std::string& path) {
  const bool is_folder = member.kind == MemberKind::kDirectory;
  if (!is_folder && ++count_ <= kMostFirst) first_.push_back(path);
  const bool is_on_the_way =
      path_.starts_with(path) && (path.size() == path_.size() || path_[path.size()] == '/');
  if (is_on_the_way) {
    if (is_folder || path.size() < found_size_) return;
    same_name_ = path.size() == found_size_ ? same_name_ + 1 : 0;
    found_ = member;
    found_size_ = path.size();
    return;
  }
  if (is_folder || found_) return;
  const std::string_view name = base_name(path);
  const std::string_view wanted = base_name(path_);
  const std::string_view folder = std::string_view(path).substr(0, path.size() - name.size());
  const bool is_beside = std::string_view(path_).substr(0, path_.size() - wanted.size()) == folder;
  unsigned far = kOtherFolder + 1;
  if (path.size() == path_.size() && ascii_lower(path) == ascii_lower(path_)) {
    far = kOtherCase;
  } else if (name == wanted) {
    far = kOtherFolder;
  } else if (is_beside && name.size() <= kMostCompareChars && wanted.size() <= kMostCompareChars &&
             name.size() <= wanted.size() + kMostEdits &&
             wanted.size() <= name.size() + kMostEdits && ++compared_ <= kMostCompared) {
    const unsigned edits = edits_between(name, wanted);
    if (edits <= kMostEdits && edits < wanted.size()) far = edits;
  }
  if (far > kOtherFolder) return;
  // Of names as near as each other the first by the alphabet, in whatever order they come.
  const auto place = std::find_if(near_.begin(), near_.end(), [far, &path](const Near& other) {
    return other.far > far || (other.far == far && other.path > path);
  });
  const auto is_same = [&path](const Near& other) { return other.path == path; };
  if (std::any_of(near_.begin(), near_.end(), is_same)) return;
  near_.insert(place, {path, far});
  if (near_.size() > kMostNear) near_.pop_back();
}

std::vector<std::string> MemberSearch::near() const {
  std::vector<std::string> paths;
  for (const Near& near : near_) paths.push_back(near.path);
  return paths;
}

}  // namespace lectern
