// Trees of HTML documents for tests: as they are given away, and as they are kept.
#pragma once

#include <string>
#include <string_view>

#include "documents/html/html_tree_builder.h"

namespace lectern::testing {

/// Writes down what a builder gives away.
class WrittenTree final : public HtmlTreeSink {
 public:
  bool start(const HtmlTree& tree, HtmlNodeId element) override {
    written += "<" + std::string(tree[element].name) + ">";
    return true;
  }
  void end(const HtmlTree& tree, HtmlNodeId element) override {
    written += "</" + std::string(tree[element].name) + ">";
  }
  void text(std::string_view text) override { written += text; }
  std::string written;
};

/// What a builder gives away that looks for it after each of so many tokens.
inline std::string given_tree(std::string_view html, std::uint32_t flush_period) {
  WrittenTree sink;
  HtmlTreeBuilder builder(html, &sink);
  builder.set_flush_period(flush_period);
  builder.build();
  return sink.written;
}

/// The same of a tree that is given away at its end.
inline std::string kept_tree(std::string_view html) { return given_tree(html, 0xFFFFFFFF); }

}  // namespace lectern::testing
