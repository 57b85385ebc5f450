#include "pdf/pdfium_structure.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_number.h"
#include "core/fpdfapi/parser/cpdf_string.h"
#include "pdf/pdfium_strings.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr int kMaxTagDepth = 64;
constexpr int kMaxNumberTreeDepth = 32;
constexpr int kMaxRoleSteps = 8;
constexpr std::size_t kMaxTags = 50'000;
/// Kids looked at for one page: those of other pages are among them.
constexpr std::size_t kMaxKids = 500'000;
constexpr std::size_t kMaxAlternate = 1'000;
constexpr std::uint32_t kMaxSpan = 1'000;

using Dictionary = RetainPtr<const CPDF_Dictionary>;

/// The value of a number tree at `key`.
RetainPtr<const CPDF_Object> number_tree_value(Dictionary node, int key) {
  for (int depth = 0; node && depth < kMaxNumberTreeDepth; ++depth) {
    if (const RetainPtr<const CPDF_Array> numbers = node->GetArrayFor("Nums")) {
      for (std::size_t i = 0; i + 1 < numbers->size(); i += 2) {
        if (numbers->GetIntegerAt(i) == key) return numbers->GetDirectObjectAt(i + 1);
      }
      return nullptr;
    }
    const RetainPtr<const CPDF_Array> kids = node->GetArrayFor("Kids");
    if (!kids) return nullptr;
    Dictionary next;
    for (std::size_t i = 0; i < kids->size() && !next; ++i) {
      const Dictionary kid = kids->GetDictAt(i);
      const RetainPtr<const CPDF_Array> limits = kid ? kid->GetArrayFor("Limits") : nullptr;
      if (limits && limits->size() >= 2 && limits->GetIntegerAt(0) <= key &&
          key <= limits->GetIntegerAt(1))
        next = kid;
    }
    node = next;
  }
  return nullptr;
}

std::string utf8_of(const WideString& wide) {
  std::string text;
  for (const wchar_t unit : wide) {
    const auto c = static_cast<char32_t>(unit);
    if (text.size() >= kMaxAlternate) break;
    append_utf8(
        c < 0x20 || c == 0x7F || (c >= 0xD800 && c <= 0xDFFF) || c > kLastCodePoint ? U' ' : c,
        text);
  }
  return text;
}

class TagReader {
 public:
  explicit TagReader(const CPDF_Page& page) : page_(page) {
    if (const CPDF_Dictionary* root = page.GetDocument()->GetRoot())
      tree_ = root->GetDictFor("StructTreeRoot");
    if (tree_) roles_ = tree_->GetDictFor("RoleMap");
  }

  std::vector<PageTag> run() {
    if (!tree_) return {};
    const Dictionary numbers = tree_->GetDictFor("ParentTree");
    const Dictionary page = page_.GetDict();
    const int key = page ? page->GetIntegerFor("StructParents", -1) : -1;
    if (!numbers || key < 0) return {};
    const RetainPtr<const CPDF_Object> value = number_tree_value(numbers, key);
    parents_ = value ? pdfium::WrapRetain(value->AsArray()) : nullptr;
    if (!parents_) return {};
    for (std::size_t i = 0; i < parents_->size(); ++i) {
      if (Dictionary parent = parents_->GetDictAt(i)) mark(std::move(parent));
      if (on_page_.size() > kMaxTags) return {};
    }
    if (on_page_.empty()) return {};
    tags_.emplace_back();
    tags_[0].role = "Document";
    add_kids(*tree_, 0, 0);
    if (too_many_) return {};
    return std::move(tags_);
  }

 private:
  /// Marks a tag and those around it as some of this page.
  void mark(Dictionary tag) {
    for (int depth = 0; tag && depth < kMaxTagDepth; ++depth) {
      if (tag.Get() == tree_.Get() || !on_page_.emplace(tag.Get(), false).second) return;
      tag = tag->GetDictFor("P");
    }
  }

  void add_kids(const CPDF_Dictionary& holder, std::size_t tag, int depth) {
    if (depth > kMaxTagDepth) return;
    const RetainPtr<const CPDF_Object> kids = holder.GetDirectObjectFor("K");
    if (!kids) return;
    if (const CPDF_Array* array = kids->AsArray()) {
      for (std::size_t i = 0; i < array->size() && !too_many_; ++i)
        add_kid(holder, array->GetDirectObjectAt(i), tag, depth);
    } else {
      add_kid(holder, kids, tag, depth);
    }
  }

  void add_kid(const CPDF_Dictionary& holder, const RetainPtr<const CPDF_Object>& kid,
               std::size_t tag, int depth) {
    if (++kids_seen_ > kMaxKids) too_many_ = true;
    if (!kid || too_many_) return;
    if (kid->IsNumber()) {
      add_content(holder, kid->GetInteger(), tag);
      return;
    }
    const CPDF_Dictionary* dictionary = kid->AsDictionary();
    if (dictionary == nullptr) return;
    const ByteString type = dictionary->GetNameFor("Type");
    if (type == "MCR") {
      if (!dictionary->KeyExist("Stm"))
        add_content(holder, dictionary->GetIntegerFor("MCID", -1), tag);
      return;
    }
    const auto found = on_page_.find(dictionary);
    // Each tag once: a tree may be none.
    if (found == on_page_.end() || found->second) return;
    found->second = true;
    const std::size_t index = tags_.size();
    PageTag added = read_tag(*dictionary);
    tags_.push_back(std::move(added));
    tags_[tag].kids.push_back({static_cast<std::int32_t>(index), -1});
    add_kids(*dictionary, index, depth + 1);
  }

  /// Content of other pages is numbered by those.
  void add_content(const CPDF_Dictionary& holder, int number, std::size_t tag) {
    if (number < 0 || static_cast<std::size_t>(number) >= parents_->size()) return;
    if (parents_->GetDictAt(static_cast<std::size_t>(number)).Get() != &holder) return;
    tags_[tag].kids.push_back({-1, number});
  }

  PageTag read_tag(const CPDF_Dictionary& dictionary) const {
    PageTag tag;
    ByteString role = dictionary.GetNameFor("S");
    for (int step = 0; roles_ && step < kMaxRoleSteps; ++step) {
      const ByteString mapped = roles_->GetNameFor(role);
      if (mapped.IsEmpty() || mapped == role) break;
      role = mapped;
    }
    tag.role = role.c_str();
    if (dictionary.KeyExist("Alt"))
      tag.alternate = utf8_of(text_for(dictionary, "Alt", kMaxAlternate));
    const RetainPtr<const CPDF_Object> attributes = dictionary.GetDirectObjectFor("A");
    if (!attributes) return tag;
    if (const CPDF_Array* array = attributes->AsArray()) {
      for (std::size_t i = 0; i < std::min<std::size_t>(array->size(), 16); ++i) {
        if (const Dictionary entry = array->GetDictAt(i)) read_spans(*entry, tag);
      }
    } else if (const CPDF_Dictionary* entry = attributes->AsDictionary()) {
      read_spans(*entry, tag);
    }
    return tag;
  }

  static void read_spans(const CPDF_Dictionary& attributes, PageTag& tag) {
    const auto span = [&attributes](const char* name) {
      const int value = attributes.GetIntegerFor(name, 1);
      return static_cast<std::uint32_t>(std::clamp(value, 1, static_cast<int>(kMaxSpan)));
    };
    if (attributes.KeyExist("RowSpan")) tag.row_span = span("RowSpan");
    if (attributes.KeyExist("ColSpan")) tag.column_span = span("ColSpan");
  }

  const CPDF_Page& page_;
  Dictionary tree_;
  Dictionary roles_;
  RetainPtr<const CPDF_Array> parents_;
  std::map<const CPDF_Dictionary*, bool> on_page_;  ///< and whether it has its place already
  std::vector<PageTag> tags_;
  std::size_t kids_seen_ = 0;
  bool too_many_ = false;
};

}  // namespace

std::vector<PageTag> page_tags(const CPDF_Page& page) { return TagReader(page).run(); }

}  // namespace lectern
