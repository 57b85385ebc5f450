#include "documents/columnar/parquet_record.h"

#include "documents/columnar/parquet_schema.h"
#include "documents/database/value_text.h"

namespace lectern {
namespace {

constexpr std::uint64_t kParquetKeyChars = 40;

}  // namespace

DatabaseValue ParquetRecord::write(std::uint32_t node) {
  const ParquetNode& top = footer_.nodes[node];
  at_.assign(leaf_end(node) - top.leaf, 0);
  first_ = top.leaf;
  if (!at_.empty() && !top.is_repeated && is_null(node)) return {};
  write_node(node);
  return json_.take();
}

std::size_t ParquetRecord::leaf_end(std::uint32_t node) const {
  const std::uint32_t end = footer_.nodes[node].end;
  return end < footer_.nodes.size() ? footer_.nodes[end].leaf : footer_.leaves.size();
}

const ParquetEntry* ParquetRecord::entry(std::uint32_t node) const {
  const std::uint32_t leaf = footer_.nodes[node].leaf;
  const auto& entries = columns_[leaf].entries();
  const std::size_t at = at_[leaf - first_];
  return at < entries.size() ? &entries[at] : nullptr;
}

bool ParquetRecord::is_null(std::uint32_t node) const {
  const ParquetEntry* const next = entry(node);
  return next != nullptr && next->definition < footer_.nodes[node].definition;
}

void ParquetRecord::consume(std::uint32_t node) {
  for (std::size_t leaf = footer_.nodes[node].leaf; leaf < leaf_end(node); ++leaf)
    ++at_[leaf - first_];
}

bool ParquetRecord::ends(std::uint32_t node) {
  if (has_leaves(node) && entry(node) == nullptr) {
    json_.cut();
    return true;
  }
  return json_.is_full();
}

void ParquetRecord::write_node(std::uint32_t index) {
  const ParquetNode& node = footer_.nodes[index];
  if (ends(index)) return json_.add("…");
  if (node.is_repeated) return write_list(index, index);
  if (has_leaves(index) && is_null(index)) {
    consume(index);
    return json_.add("null");
  }
  write_body(index);
}

void ParquetRecord::write_list(std::uint32_t repeated, std::uint32_t element) {
  const ParquetNode& node = footer_.nodes[repeated];
  if (!has_leaves(repeated)) return json_.add("[]");
  if (is_null(repeated)) {
    consume(repeated);
    return json_.add("[]");
  }
  json_.add("[");
  for (bool is_first = true;; is_first = false) {
    if (!is_first) json_.add(", ");
    if (element == repeated) {
      write_body(element);
    } else {
      write_node(element);
    }
    if (!goes_on(repeated, node)) break;
  }
  json_.add("]");
}

bool ParquetRecord::goes_on(std::uint32_t repeated, const ParquetNode& node) {
  if (entry(repeated) == nullptr) {
    if (columns_[node.leaf].left_out() > 0) ends(repeated);
    return false;
  }
  return entry(repeated)->repetition == node.repetition && !ends(repeated);
}

void ParquetRecord::write_map(std::uint32_t repeated) {
  const ParquetNode& node = footer_.nodes[repeated];
  if (!has_leaves(repeated)) return json_.add("{}");
  if (is_null(repeated)) {
    consume(repeated);
    return json_.add("{}");
  }
  const std::uint32_t key = repeated + 1;
  const std::uint32_t value = footer_.nodes[key].end;
  json_.add("{");
  for (bool is_first = true;; is_first = false) {
    if (!is_first) json_.add(", ");
    write_key(key);
    json_.add(": ");
    write_node(value);
    if (!goes_on(repeated, node)) break;
  }
  json_.add("}");
}

void ParquetRecord::write_key(std::uint32_t index) {
  const ParquetNode& node = footer_.nodes[index];
  const ParquetEntry* const next = entry(index);
  if (next == nullptr || node.shape != ParquetShape::kLeaf || node.is_repeated ||
      next->definition < node.definition)
    return write_node(index);
  bool is_cut = false;
  if (next->value.kind == DatabaseValue::Kind::kText) {
    json_.add_string(next->value.bytes);
  } else {
    json_.add_string(value_cell(next->value, kParquetKeyChars, is_cut));
  }
  consume(index);
}

void ParquetRecord::write_body(std::uint32_t index) {
  const ParquetNode& node = footer_.nodes[index];
  if (ends(index)) return json_.add("…");
  if (node.shape == ParquetShape::kLeaf) {
    const ParquetEntry* const next = entry(index);
    if (next->definition == node.definition) {
      json_.add_value(node.type, next->value);
    } else {
      json_.add("null");
    }
    return consume(index);
  }
  const std::uint32_t child = index + 1;
  const bool is_wrapped =
      node.shape != ParquetShape::kGroup && node.children == 1 && footer_.nodes[child].is_repeated;
  if (is_wrapped && node.shape == ParquetShape::kMap && footer_.nodes[child].children == 2)
    return write_map(child);
  if (is_wrapped && node.shape == ParquetShape::kList) {
    const ParquetNode& repeated = footer_.nodes[child];
    const bool is_struct =
        repeated.name == "array" ||
        (repeated.name.ends_with("_tuple") && repeated.name.size() == node.name.size() + 6 &&
         repeated.name.starts_with(node.name));
    return write_list(child, repeated.children == 1 && !is_struct ? child + 1 : child);
  }
  json_.add("{");
  for (std::uint32_t at = child; at < node.end; at = footer_.nodes[at].end) {
    if (at > child) json_.add(", ");
    if (ends(at)) {
      json_.add("…");
      break;
    }
    json_.add_string(parquet_name_text(footer_.nodes[at].name));
    json_.add(": ");
    write_node(at);
  }
  json_.add("}");
}

}  // namespace lectern
