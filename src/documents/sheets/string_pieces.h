// The texts that cells of a workbook name by their places, held in pieces: one that grew would be
// held twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

class StringPieces {
 public:
  void add(std::string_view text) {
    if (pieces_.empty() || text.size() > pieces_.back().capacity() - pieces_.back().size()) {
      firsts_.push_back(ends_.size());
      pieces_.emplace_back().reserve(std::max(text.size(), kPieceBytes));
    }
    pieces_.back() += text;
    bytes_ += text.size();
    ends_.push_back(static_cast<std::uint32_t>(pieces_.back().size()));
  }

  std::size_t size() const { return ends_.size(); }
  /// What they take.
  std::uint64_t bytes() const { return bytes_ + ends_.size() * sizeof(std::uint32_t); }
  /// \param index  less than size()
  std::string_view at(std::size_t index) const {
    const auto next = std::upper_bound(firsts_.begin(), firsts_.end(), index);
    const auto piece = static_cast<std::size_t>(next - firsts_.begin()) - 1;
    const std::size_t from = index == firsts_[piece] ? 0 : ends_[index - 1];
    return std::string_view(pieces_[piece]).substr(from, ends_[index] - from);
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

  std::vector<std::string> pieces_;
  std::vector<std::size_t> firsts_;  ///< of each piece, its first text's place
  std::vector<std::uint32_t> ends_;  ///< of each text, in its piece
  std::uint64_t bytes_ = 0;
};

}  // namespace lectern
