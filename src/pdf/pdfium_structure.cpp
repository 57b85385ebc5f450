#include "pdf/pdfium_structure.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_number.h"
#include "core/fpdfapi/parser/cpdf_reference.h"
#include "core/fpdfapi/parser/cpdf_string.h"
#include "pdf/pdfium_strings.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr int kMaxTagDepth = 64;
constexpr int kMaxNumberTreeDepth = 32;
constexpr int kMaxRoleSteps = 8;
constexpr std::size_t kMaxTags = 50'000;
/// Longer lists of kids are those of many pages: each page looks its own up.
constexpr std::size_t kMaxKidsLookedThrough = 256;
/// Numbers of a tree that are as much work as a kid.
constexpr std::size_t kNumbersInStep = 8;
constexpr std::size_t kMaxAlternate = 1'000;
constexpr std::uint32_t kMaxSpan = 1'000;

using Dictionary = RetainPtr<const CPDF_Dictionary>;

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

bool is_tag(const CPDF_Object* object) {
  const CPDF_Dictionary* const dictionary = object != nullptr ? object->AsDictionary() : nullptr;
  return dictionary != nullptr && dictionary->GetNameFor("Type") != "MCR";
}

}  // namespace

class TagReader {
 public:
  TagReader(PdfiumTags& all, const CPDF_Page& page) : all_(all), page_(page) {
    if (const CPDF_Dictionary* root = page.GetDocument()->GetRoot())
      tree_ = root->GetDictFor("StructTreeRoot");
    if (tree_) roles_ = tree_->GetDictFor("RoleMap");
  }

  std::optional<std::vector<PageTag>> run() {
    if (!tree_) return std::vector<PageTag>();
    const Dictionary numbers = tree_->GetDictFor("ParentTree");
    const Dictionary page = page_.GetDict();
    const int key = page ? page->GetIntegerFor("StructParents", -1) : -1;
    if (!numbers || key < 0) return std::vector<PageTag>();
    const RetainPtr<const CPDF_Object> value = number_tree_value(numbers, key);
    if (too_many_) return std::nullopt;
    parents_ = value ? pdfium::WrapRetain(value->AsArray()) : nullptr;
    if (!parents_) return std::vector<PageTag>();
    for (std::size_t i = 0; i < parents_->size(); ++i) {
      spend(1);
      if (Dictionary parent = parents_->GetDictAt(i)) {
        mark(parent);
        if (parent.Get() == tree_.Get())
          root_has_content_ = true;
        else
          on_page_[parent.Get()].has_content = true;
      }
      if (too_many_ || on_page_.size() > kMaxTags) return std::nullopt;
    }
    if (on_page_.empty()) return std::vector<PageTag>();
    tags_.emplace_back();
    tags_[0].role = "Document";
    add_kids(*tree_, 0, 0);
    if (too_many_) return std::nullopt;
    return std::move(tags_);
  }

 private:
  struct OnPage {
    bool has_content = false;  ///< itself
    bool is_placed = false;
  };

  /// Marks a tag and those around it as some of this page.
  void mark(Dictionary tag) {
    for (int depth = 0; tag && depth < kMaxTagDepth; ++depth) {
      if (tag.Get() == tree_.Get() || !on_page_.try_emplace(tag.Get()).second) return;
      spend(1);
      tag = tag->GetDictFor("P");
    }
  }

  void add_kids(const CPDF_Dictionary& holder, std::size_t tag, int depth) {
    if (depth > kMaxTagDepth) return;
    const RetainPtr<const CPDF_Object> kids = holder.GetDirectObjectFor("K");
    if (!kids) return;
    const CPDF_Array* array = kids->AsArray();
    if (array != nullptr && array->size() > kMaxKidsLookedThrough &&
        array->size() / 4 > on_page_.size()) {
      for (const std::uint32_t i : places_on_page(holder, *array)) {
        if (too_many_) return;
        add_kid(holder, array->GetDirectObjectAt(i), tag, depth);
      }
    } else if (array != nullptr) {
      for (std::size_t i = 0; i < array->size() && !too_many_; ++i)
        add_kid(holder, array->GetDirectObjectAt(i), tag, depth);
    } else {
      add_kid(holder, kids, tag, depth);
    }
  }

  void add_kid(const CPDF_Dictionary& holder, const RetainPtr<const CPDF_Object>& kid,
               std::size_t tag, int depth) {
    spend(1);
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
    if (found == on_page_.end() || found->second.is_placed) return;
    found->second.is_placed = true;
    const std::size_t index = tags_.size();
    PageTag added = read_tag(*dictionary);
    tags_.push_back(std::move(added));
    tags_[tag].kids.push_back({static_cast<std::int32_t>(index), -1});
    add_kids(*dictionary, index, depth + 1);
  }

  void spend(std::uint64_t steps) { too_many_ = !all_.spend(steps) || too_many_; }

  /// Where the kids stand that may be some of this page, in their order.
  std::vector<std::uint32_t> places_on_page(const CPDF_Dictionary& holder, const CPDF_Array& kids) {
    const auto known = on_page_.find(&holder);
    const bool has_content =
        known != on_page_.end() ? known->second.has_content : root_has_content_;
    const PdfiumTags::KidPlaces& all = all_.places_in(kids, has_content);
    spend(on_page_.size());
    std::vector<std::uint32_t> places = all.contents;
    if (has_content && all.content_objects)
      places.insert(places.end(), all.content_objects->begin(), all.content_objects->end());
    const auto add_first = [&places](const auto& from, const auto& key) {
      const auto found = std::lower_bound(from.begin(), from.end(), std::pair(key, 0u));
      if (found != from.end() && found->first == key) places.push_back(found->second);
    };
    for (const auto& [tag, state] : on_page_) {
      if (state.is_placed) continue;
      if (const std::uint32_t number = tag->GetObjNum(); number != 0)
        add_first(all.objects, number);
      else
        add_first(all.tags, tag);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  /// The value of a number tree at `key`.
  RetainPtr<const CPDF_Object> number_tree_value(Dictionary node, int key) {
    for (int depth = 0; node && depth < kMaxNumberTreeDepth; ++depth) {
      if (const RetainPtr<const CPDF_Array> numbers = node->GetArrayFor("Nums"))
        return value_of(*numbers, key);
      const RetainPtr<const CPDF_Array> kids = node->GetArrayFor("Kids");
      if (!kids) return nullptr;
      Dictionary next;
      for (std::size_t i = 0; i < kids->size() && !next && !too_many_; ++i) {
        spend(1);
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

  /// Of pairs that are sorted, as they should be; else of all.
  RetainPtr<const CPDF_Object> value_of(const CPDF_Array& numbers, int key) {
    std::size_t first = 0;
    for (std::size_t left = numbers.size() / 2; left > 0;) {
      const std::size_t middle = first + left / 2;
      const int number = numbers.GetIntegerAt(2 * middle);
      if (number == key) return numbers.GetDirectObjectAt(2 * middle + 1);
      if (number < key) {
        left -= left / 2 + 1;
        first = middle + 1;
      } else {
        left /= 2;
      }
    }
    spend(numbers.size() / kNumbersInStep);
    for (std::size_t i = 0; i + 1 < numbers.size() && !too_many_; i += 2) {
      if (numbers.GetIntegerAt(i) == key) return numbers.GetDirectObjectAt(i + 1);
    }
    return nullptr;
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

  PdfiumTags& all_;
  const CPDF_Page& page_;
  Dictionary tree_;
  Dictionary roles_;
  RetainPtr<const CPDF_Array> parents_;
  std::map<const CPDF_Dictionary*, OnPage> on_page_;
  std::vector<PageTag> tags_;
  bool root_has_content_ = false;
  bool too_many_ = false;
};

std::optional<std::vector<PageTag>> PdfiumTags::of(const CPDF_Page& page) {
  return TagReader(*this, page).run();
}

bool PdfiumTags::spend(std::uint64_t steps) {
  if (steps > steps_left_) {
    steps_left_ = 0;
    return false;
  }
  steps_left_ -= steps;
  return true;
}

const PdfiumTags::KidPlaces& PdfiumTags::places_in(const CPDF_Array& kids,
                                                   bool with_content_objects) {
  const auto [found, is_new] = places_.try_emplace(pdfium::WrapRetain(&kids));
  KidPlaces& places = found->second;
  if (is_new && spend(kids.size())) {
    for (std::uint32_t i = 0; i < kids.size(); ++i) {
      const RetainPtr<const CPDF_Object> kid = kids.GetObjectAt(i);
      if (const CPDF_Reference* const object = kid ? kid->AsReference() : nullptr)
        places.objects.emplace_back(object->GetRefObjNum(), i);
      else if (is_tag(kid.Get()))
        places.tags.emplace_back(kid->AsDictionary(), i);
      else if (kid)
        places.contents.push_back(i);
    }
    std::sort(places.tags.begin(), places.tags.end());
    std::sort(places.objects.begin(), places.objects.end());
  }
  if (with_content_objects && !places.content_objects && spend(kids.size())) {
    places.content_objects.emplace();
    for (const auto& [number, place] : places.objects) {
      const RetainPtr<const CPDF_Object> kid = kids.GetDirectObjectAt(place);
      if (kid && !is_tag(kid.Get())) places.content_objects->push_back(place);
    }
  }
  return places;
}

}  // namespace lectern
