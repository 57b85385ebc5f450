#include "pdf/pdfium_destinations.h"

#include <algorithm>
#include <utility>

#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/fpdf_parser_decode.h"
#include "pdf/pdfium_trees.h"

namespace lectern {
namespace {

/// Many may be the same string: a longer one is none, and all take no more than this.
constexpr std::size_t kMaxNameBytes = 1'000;
constexpr std::size_t kMaxAllNameBytes = std::size_t{16} << 20;
/// Pages that are passed to find others before all are looked at once.
constexpr std::uint64_t kMaxPagesPassed = 100'000;

RetainPtr<const CPDF_Array> array_of(const RetainPtr<const CPDF_Object>& value) {
  if (!value) return nullptr;
  if (const CPDF_Array* array = value->AsArray()) return pdfium::WrapRetain(array);
  const CPDF_Dictionary* dictionary = value->AsDictionary();
  return dictionary == nullptr ? nullptr : dictionary->GetArrayFor("D");
}

}  // namespace

std::optional<std::uint64_t> PdfiumDestinations::page(
    const RetainPtr<const CPDF_Object>& destination) {
  if (!destination) return std::nullopt;
  const bool is_name = destination->IsString() || destination->IsName();
  const RetainPtr<const CPDF_Array> array =
      is_name ? find(destination->GetString()) : array_of(destination);
  const RetainPtr<const CPDF_Object> page = array ? array->GetDirectObjectAt(0) : nullptr;
  if (!page) return std::nullopt;
  int index = -1;
  if (page->IsNumber()) {
    index = page->GetInteger();
  } else if (page->IsDictionary()) {
    const int count = document_.GetPageCount();
    const auto [known, is_new] = pages_.emplace(page->GetObjNum(), -1);
    if (is_new && pages_passed_ < kMaxPagesPassed) {
      known->second = document_.GetPageIndex(page->GetObjNum());
      pages_passed_ += static_cast<std::uint64_t>(std::max(count, 0));
    } else if (is_new && !has_all_pages_) {
      has_all_pages_ = true;
      for (int i = count - 1; i >= 0; --i) {
        if (const RetainPtr<const CPDF_Dictionary> each = document_.GetPageDictionary(i))
          pages_[each->GetObjNum()] = i;
      }
    }
    index = known->second;
  }
  if (index < 0 || index >= document_.GetPageCount()) return std::nullopt;
  return static_cast<std::uint64_t>(index);
}

RetainPtr<const CPDF_Array> PdfiumDestinations::find(const ByteString& name) {
  if (name.GetLength() > kMaxNameBytes) return nullptr;
  if (!is_sorted_) sort_names();
  const WideString wide = PDF_DecodeText(name.unsigned_span());
  const auto found =
      std::lower_bound(names_.begin(), names_.end(), wide,
                       [](const Name& each, const WideString& name) { return each.name < name; });
  if (found != names_.end() && found->name == wide) {
    if (auto array = array_of(found->names->GetDirectObjectAt(found->place))) return array;
  }
  const RetainPtr<const CPDF_Dictionary> old = document_.GetRoot()->GetDictFor("Dests");
  return old ? array_of(old->GetDirectObjectFor(name)) : nullptr;
}

void PdfiumDestinations::sort_names() {
  is_sorted_ = true;
  const RetainPtr<const CPDF_Dictionary> trees = document_.GetRoot()->GetDictFor("Names");
  if (!trees) return;
  std::size_t bytes = 0;
  for (const auto& names : arrays_of_tree(trees->GetDictFor("Dests"), "Names")) {
    for (std::size_t i = 0; i + 1 < names->size() && bytes <= kMaxAllNameBytes; i += 2) {
      const ByteString name = names->GetByteStringAt(i);
      bytes += name.GetLength() + sizeof(Name);
      if (name.GetLength() > kMaxNameBytes) continue;
      names_.push_back({PDF_DecodeText(name.unsigned_span()), names, i + 1});
    }
  }
  std::stable_sort(names_.begin(), names_.end(),
                   [](const Name& a, const Name& b) { return a.name < b.name; });
}

}  // namespace lectern
