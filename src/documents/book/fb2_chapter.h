// A chapter of a FictionBook, kept until its turn comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// Keeps what a writer gives, for a page that takes it when its turn comes.
class FictionChapter final : public MarkdownSink {
 public:
  /// \param held  counts the bytes of all chapters; must outlive this.
  explicit FictionChapter(std::uint64_t& held) : held_(held) {}

  void append(std::string_view lines) override {
    held_ += lines.size();
    // A book has a million paragraphs, which need no piece each.
    constexpr std::size_t kMostOfPiece = std::size_t{64} << 10;
    if (pieces_.empty() || pieces_.back().level > 0 || pieces_.back().text.size() > kMostOfPiece) {
      pieces_.push_back({0, std::string(lines)});
    } else {
      pieces_.back().text += lines;
    }
  }
  void heading(unsigned level, std::string_view text) override {
    if (title.empty()) title = text;
    held_ += text.size();
    pieces_.push_back({level, std::string(text)});
  }
  void give(MarkdownSink& sink) const {
    for (const Piece& piece : pieces_) {
      if (piece.level == 0) {
        sink.append(piece.text);
      } else {
        sink.heading(piece.level, piece.text);
      }
    }
  }

  std::string title;

 private:
  struct Piece {
    unsigned level;
    std::string text;
  };
  std::uint64_t& held_;
  std::vector<Piece> pieces_;
};

}  // namespace lectern
