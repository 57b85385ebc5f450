#include "drawing/svg/css.h"

#include <algorithm>
#include <optional>

#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

constexpr std::size_t kMaxCompounds = 32;

void skip_comments(std::string_view& text) {
  while (true) {
    text = text.substr(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
    if (text.starts_with("<!--")) {
      text.remove_prefix(4);
    } else if (text.starts_with("-->")) {
      text.remove_prefix(3);
    } else if (text.starts_with("/*")) {
      const std::size_t end = text.find("*/", 2);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    } else {
      return;
    }
  }
}

/// The block after an opening brace, which ends where its own closes.
std::string_view take_block(std::string_view& text) {
  std::size_t depth = 1;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) break;
  }
  const std::string_view block = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return block;
}

std::string_view name_of_selector(Scanner& in) {
  const std::string_view rest = in.rest();
  std::size_t size = 0;
  while (size < rest.size() &&
         (is_letter(rest[size]) || is_digit(rest[size]) || rest[size] == '-' || rest[size] == '_' ||
          static_cast<unsigned char>(rest[size]) >= 0x80))
    ++size;
  in = Scanner(rest.substr(size));
  return rest.substr(0, size);
}

bool read_attribute_test(Scanner& in, Compound& compound) {
  Scanner inside(in.until(']'));
  const Att name = attribute_named(trimmed(name_of_selector(inside)));
  inside.skip_spaces();
  using Kind = Compound::Test::Kind;
  if (inside.at_end()) {
    compound.tests.push_back({Kind::kHas, name, {}});
    return true;
  }
  if (!inside.take('=')) return false;
  std::string_view value = trimmed(inside.rest());
  if (value.size() >= 2 && (value[0] == '"' || value[0] == '\''))
    value = value.substr(1, value.size() - 2);
  compound.tests.push_back({Kind::kEquals, name, value});
  return true;
}

bool read_compound(Scanner& in, Compound& compound, std::uint32_t& specificity) {
  using Kind = Compound::Test::Kind;
  if (!in.take('*')) {
    compound.type = name_of_selector(in);
    if (!compound.type.empty()) specificity += 1;
  }
  while (true) {
    if (in.take('#')) {
      compound.tests.push_back({Kind::kId, Att::kId, name_of_selector(in)});
      specificity += 1u << 16;
    } else if (in.take('.')) {
      compound.tests.push_back({Kind::kClass, Att::kClass, name_of_selector(in)});
      specificity += 1u << 8;
    } else if (in.take('[')) {
      if (!read_attribute_test(in, compound)) return false;
      specificity += 1u << 8;
    } else if (in.take(':')) {
      const std::string_view name = name_of_selector(in);
      if (name != "first-child" && name != "root") return false;
      compound.tests.push_back({name == "root" ? Kind::kRoot : Kind::kFirstChild, Att::kNone, {}});
      specificity += 1u << 8;
    } else {
      return true;
    }
  }
}

/// Nullopt for a selector that is not known.
std::optional<Rule> read_selector(std::string_view text) {
  Rule rule;
  Scanner in(trimmed(text));
  char combinator = ' ';
  while (!in.at_end()) {
    if (rule.compounds.size() == kMaxCompounds) return std::nullopt;
    Compound compound;
    compound.combinator = combinator;
    const std::size_t before = in.rest().size();
    if (!read_compound(in, compound, rule.specificity)) return std::nullopt;
    if (in.rest().size() == before) return std::nullopt;
    rule.compounds.push_back(std::move(compound));
    combinator = ' ';
    in.skip_spaces();
    if (in.peek() == '>' || in.peek() == '+' || in.peek() == '~') {
      combinator = in.peek();
      in.take(combinator);
      in.skip_spaces();
    }
  }
  // Each part has eight bits.
  if (rule.compounds.empty()) return std::nullopt;
  rule.specificity = std::min(rule.specificity, kInline - 1);
  return rule;
}

/// What a rule takes in a list that grows.
std::uint64_t size_bytes(const Rule& rule) {
  std::uint64_t bytes = 3 * sizeof(Rule) + rule.compounds.capacity() * sizeof(Compound);
  for (const Compound& compound : rule.compounds)
    bytes += compound.tests.capacity() * sizeof(Compound::Test);
  return bytes;
}

bool has_class(std::string_view classes, std::string_view name) {
  Scanner in(classes);
  for (in.skip_spaces(); !in.at_end(); in.skip_spaces()) {
    const std::string_view rest = in.rest();
    const std::size_t size = std::min(rest.find_first_of(" \t\r\n\f"), rest.size());
    if (rest.substr(0, size) == name) return true;
    in = Scanner(rest.substr(size));
  }
  return false;
}

/// What comparing a value of so many bytes costs.
std::uint64_t steps_of(std::string_view value) { return 1 + value.size() / 8; }

bool is_met(const Tree& tree, NodeId node, const Compound& compound, Meter& meter) {
  if (!compound.type.empty() &&
      (!meter.spend(compound.type.size() / 8) || tree[node].text != compound.type))
    return false;
  using Kind = Compound::Test::Kind;
  return std::all_of(compound.tests.begin(), compound.tests.end(), [&](const Compound::Test& test) {
    if (!meter.spend(steps_of(test.value))) return false;
    switch (test.kind) {
      case Kind::kHas:
        return tree.has(node, test.attribute);
      case Kind::kId:
      case Kind::kEquals:
        return tree.has(node, test.attribute) && tree.get(node, test.attribute) == test.value;
      case Kind::kClass: {
        const std::string_view classes = tree.get(node, Att::kClass);
        return meter.spend(steps_of(classes), 4) && has_class(classes, test.value);
      }
      case Kind::kRoot:
        return node == tree.root();
      case Kind::kFirstChild: {
        if (node == tree.root()) return true;
        NodeId first = tree[tree[node].parent].first_child;
        while (tree[first].is_text && meter.spend(1)) first = tree[first].next;
        return first == node;
      }
    }
    return false;
  });
}

NodeId sibling_before(const Tree& tree, NodeId node, Meter& meter) {
  if (tree[node].parent == kNoNode) return kNoNode;
  NodeId before = kNoNode;
  for (NodeId i = tree[tree[node].parent].first_child; i != node; i = tree[i].next) {
    if (!meter.spend(1)) return kNoNode;
    if (!tree[i].is_text) before = i;
  }
  return before;
}

/// Whether `node` meets the compound at `last` and what stands before it.
bool is_matched_to(const Tree& tree, NodeId node, const Rule& rule, std::size_t last,
                   Meter& meter) {
  if (!meter.spend(1, 8) || !is_met(tree, node, rule.compounds[last], meter)) return false;
  if (last == 0) return true;
  const char combinator = rule.compounds[last].combinator;
  const bool is_up = combinator == ' ' || combinator == '>';
  const bool is_far = combinator == ' ' || combinator == '~';
  NodeId next = node;
  do {
    next = is_up ? tree[next].parent : sibling_before(tree, next, meter);
    if (next == kNoNode) return false;
    if (is_matched_to(tree, next, rule, last - 1, meter)) return true;
  } while (is_far && !meter.has_failed());
  return false;
}

}  // namespace

void read_declarations(std::string_view text, Meter& meter, std::vector<Declaration>& to) {
  meter.spend(text.size(), 2);
  while (!text.empty()) {
    skip_comments(text);
    // A semicolon in quotes or brackets, as a data URI has it, belongs to the value.
    std::size_t end = 0;
    char quote = '\0';
    for (std::size_t depth = 0; end < text.size(); ++end) {
      const char c = text[end];
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(') {
        ++depth;
      } else if (c == ')' && depth > 0) {
        --depth;
      } else if (c == ';' && depth == 0) {
        break;
      }
    }
    const std::string_view all = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t colon = all.find(':');
    if (colon == std::string_view::npos) continue;
    const Att name = attribute_named(trimmed(all.substr(0, colon)));
    if (!is_property(name)) continue;
    Declaration declaration = {name, trimmed(all.substr(colon + 1))};
    const std::size_t mark = declaration.value.rfind('!');
    if (mark != std::string_view::npos &&
        trimmed(declaration.value.substr(mark + 1)) == "important") {
      declaration.is_important = true;
      declaration.value = trimmed(declaration.value.substr(0, mark));
    }
    if (!declaration.value.empty() && meter.spend(1, 32)) to.push_back(declaration);
  }
}

Sheet read_sheet(std::string_view text, Meter& meter, LeftOut& left_out) {
  Sheet sheet;
  while (!meter.has_failed()) {
    skip_comments(text);
    if (text.empty()) break;
    const std::size_t brace = text.find_first_of("{;");
    std::string_view head = text.substr(0, brace);
    if (!meter.spend(head.size() + 1, 4)) break;
    if (head.starts_with('@')) {
      const bool is_block = brace != std::string_view::npos && text[brace] == '{';
      text.remove_prefix(brace == std::string_view::npos ? text.size() : brace + 1);
      if (is_block) take_block(text);
      if (!head.starts_with("@charset") && !head.starts_with("@namespace"))
        ++left_out[std::string(head.substr(0, head.find_first_of(" \t\r\n(\"'"))) + " rule"];
      continue;
    }
    if (brace == std::string_view::npos) break;
    text.remove_prefix(brace + 1);
    if (head.size() == brace && text.data()[-1] == ';') continue;
    const auto first = static_cast<std::uint32_t>(sheet.declarations.size());
    read_declarations(take_block(text), meter, sheet.declarations);
    const auto count = static_cast<std::uint32_t>(sheet.declarations.size()) - first;
    if (!sheet.held.grow(meter, std::uint64_t{count} * 3 * sizeof(Declaration))) break;
    while (!head.empty() && meter.spend(1, 64)) {
      const std::size_t comma = std::min(head.find(','), head.size());
      auto rule = read_selector(head.substr(0, comma));
      head.remove_prefix(std::min(comma + 1, head.size()));
      if (!rule) {
        ++left_out["style selector"];
        continue;
      }
      rule->first = first;
      rule->count = count;
      if (!sheet.held.grow(meter, size_bytes(*rule))) break;
      if (count > 0) sheet.rules.push_back(*std::move(rule));
    }
  }
  return sheet;
}

bool is_matched(const Tree& tree, NodeId node, const Rule& rule, Meter& meter) {
  return is_matched_to(tree, node, rule, rule.compounds.size() - 1, meter);
}

}  // namespace lectern::drawing
