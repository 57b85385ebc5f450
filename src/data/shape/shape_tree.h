// The shape of data: places that are reached by the same keys are one, whatever the index in their
// lists, with how often they are there and what values they hold.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/vectors.h"
#include "data/outline/outline_entries.h"
#include "data/shape/value_facts.h"

namespace lectern {

class ShapeTree {
 public:
  /// \param is_markup  of elements, not of objects
  explicit ShapeTree(bool is_markup = false);

  // What stands in the data, in its order. A value belongs to the key before it, an element to the
  // list that is open, anything else to the root.
  void key(std::string_view name);
  /// Takes the key that comes next in an object like the last one, when `text` begins with it and a
  /// `"` stands behind it. \returns its bytes; 0: it is another.
  std::size_t expected_key(std::string_view text);
  /// \param last  the value's last line; 0: its first is the only one
  void value(ValueKind kind, std::string_view text, std::uint64_t bytes, std::uint64_t line,
             std::uint64_t last = 0);
  void begin(ValueKind kind, std::uint64_t line);
  void end(std::uint64_t line);
  /// A container that is not looked into.
  void skip(ValueKind kind, std::uint64_t line);
  /// What is open of the root was none: it does not count.
  void drop();
  /// How many containers are open.
  std::size_t depth() const { return open_.size(); }

  /// Values of the root.
  std::uint64_t roots() const { return nodes_[0].facts.count(); }
  /// True when the root has parts.
  bool has_parts() const { return !nodes_[0].children.empty(); }
  /// Keys that found no room.
  std::uint64_t unlisted() const { return unlisted_; }

  /// \param name  of the root
  void show(OutlineEntries& entries, std::string_view name) const;
  /// The parts of the root, without a line for itself.
  void show_parts(OutlineEntries& entries) const { show_children(entries, nodes_[0], 0, {}); }
  /// Where the text stands now: `items[3].name`.
  std::string path() const;

 private:
  struct Node {
    std::string key;
    ValueFacts facts;
    std::vector<std::uint32_t> children;  ///< of an object its keys, of a list [0] its elements
    bool has_elements = false;            ///< children[0] is what lists hold
    bool is_unread = false;               ///< one of its containers was not looked into
    bool is_any_key = false;              ///< stands for all keys of an object that has very many
    bool is_literal = false;              ///< a `"` behind `key` ends it, wherever it stands so
    /// `key` and the `"` behind it, when both fit.
    std::array<char, kLanes> quoted{};
    std::uint64_t first = 0;   ///< line
    std::uint64_t last = 0;    ///< of the first value
    std::uint64_t fewest = 0;  ///< elements or keys of one value
    std::uint64_t most = 0;
    std::vector<std::string> some_keys;  ///< of those that `is_any_key` stands for
  };
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  struct Open {
    std::uint32_t node = kNowhere;
    bool is_list = false;
    bool is_first = false;           ///< the node's first value
    std::size_t guess = 0;           ///< the child that comes next, when this one is like the last
    std::uint64_t count = 0;         ///< of elements or keys so far
    std::uint32_t keyed = kNowhere;  ///< the child that was guessed and has the last key...
    std::string key;                 ///< ...else the key itself
  };

  std::uint32_t guess(Open& open) const;
  static bool begins_with_key(std::string_view text, const Node& node);
  std::uint32_t place();
  std::uint32_t child_of(std::uint32_t parent, std::string_view key, std::size_t& guess);
  std::uint32_t new_node(std::string_view key);
  void collapse(std::uint32_t parent);
  void merge(std::uint32_t into, std::uint32_t from);
  void note_count(Node& node, std::uint64_t count);
  std::string describe(const Node& node) const;
  std::string describe_elements(const Node& node) const;
  void show(OutlineEntries& entries, std::uint32_t index, std::uint32_t level,
            const std::string& name, std::uint64_t among) const;
  void show_children(OutlineEntries& entries, const Node& node, std::uint32_t level,
                     const std::string& prefix) const;

  bool is_markup_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> free_;
  std::vector<Open> open_;
  bool has_key_ = false;
  std::uint64_t unlisted_ = 0;
};

}  // namespace lectern
