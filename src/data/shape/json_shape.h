// What a text in JSON is made of: the tree of shapes that its stream fills.
#pragma once

#include <cstdint>
#include <string_view>

#include "data/shape/json_stream.h"
#include "data/shape/shape_tree.h"
#include "data/shape/value_facts.h"

namespace lectern {

class JsonShape : public JsonEvents {
 protected:
  ShapeTree tree_;

 private:
  void begin(bool is_array, std::uint64_t line) final {
    tree_.begin(is_array ? ValueKind::kArray : ValueKind::kObject, line);
  }
  void end(std::uint64_t line) final { tree_.end(line); }
  void key(std::string_view text, std::uint64_t) final { tree_.key(text); }
  std::size_t expected_key(std::string_view text) final { return tree_.expected_key(text); }
  void value(JsonToken token, std::string_view text, std::uint64_t bytes,
             std::uint64_t line) final {
    const ValueKind kind = token == JsonToken::kString ? kind_of_string(text) : kind_of_plain(text);
    tree_.value(kind, text, bytes, line);
  }
};

}  // namespace lectern
