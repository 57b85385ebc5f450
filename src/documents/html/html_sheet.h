// What a page's own style sheets hide: rules of one plain selector ("p", ".note", "#id", "p.note"),
// which hide by `display`, `visibility` and the like.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

class HtmlSheet {
 public:
  /// Takes the rules of a style element. What is for print, for a width of the window, or for
  /// elements by their surroundings, does not count.
  void read(std::string_view css);

  bool is_empty() const { return rules_.empty(); }

  /// True when the rules hide an element: the most particular rule counts, then the last one.
  /// \param classes  its attribute `class`
  bool hides(std::string_view name, std::string_view id, std::string_view classes);
  /// Elements and rules were so many that elements are no longer compared with them.
  bool gave_up() const { return steps_left_ == 0; }

 private:
  struct Rule {
    std::string name;
    std::string id;
    std::vector<std::string> classes;
    unsigned weight = 0;
    bool is_hidden = false;
  };

  void read_rules(std::string_view rest, bool is_nested);
  void read_rule(std::string_view selectors, std::string_view declarations);

  std::uint64_t steps_left_ = 10'000'000;
  std::vector<Rule> rules_;
  /// Their places, by the first of class, identifier and name that they have: ".note", "#id", "p".
  std::map<std::string, std::vector<std::uint32_t>> by_key_;
};

}  // namespace lectern
