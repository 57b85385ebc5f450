#include "pdf/pdfium_fields.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "constants/annotation_flags.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_object.h"
#include "pdf/pdfium_paths.h"
#include "pdf/pdfium_strings.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxFields = 1'000;
constexpr std::size_t kMaxChoices = 30;
constexpr std::size_t kMaxSearched = 1'000;
/// Of all the fields of a page, which may share their choices.
constexpr std::size_t kMaxSearches = 100'000;
constexpr std::size_t kMaxChoiceBytes = 200;
/// What a word that is shown of a choice takes of the document's searches.
constexpr std::size_t kSearchesOfWord = 20;
constexpr std::size_t kMaxComparisons = 5'000'000;
constexpr int kMaxFieldDepth = 16;
constexpr std::uint32_t kRadio = 1 << 15;
constexpr std::uint32_t kPushButton = 1 << 16;
constexpr float kMostFieldSize = 12;  ///< points: text in a field is no larger, as a guess

/// A field's entry, which its parents may have.
RetainPtr<const CPDF_Object> inherited(RetainPtr<const CPDF_Dictionary> field, const char* name) {
  for (int depth = 0; field && depth < kMaxFieldDepth; ++depth) {
    if (RetainPtr<const CPDF_Object> value = field->GetDirectObjectFor(name)) return value;
    field = field->GetDictFor("Parent");
  }
  return nullptr;
}

/// Words set apart by single spaces.
std::vector<std::string> words_of(const WideString& wide) {
  std::vector<std::string> words(1);
  std::size_t bytes = 0;
  for (const wchar_t unit : wide) {
    const auto c = static_cast<char32_t>(unit);
    if (bytes > kMaxChoiceBytes) break;
    if (c <= ' ' || c == 0x7F || c == 0xA0 || (c >= 0xD800 && c <= 0xDFFF) || c > kLastCodePoint) {
      if (!words.back().empty()) words.emplace_back();
      continue;
    }
    append_utf8(c, words.back());
    ++bytes;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

class FieldReader {
 public:
  FieldReader(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& searches_left,
              PageContent& content)
      : page_(page), matrix_(matrix), all_searches_left_(searches_left), content_(content) {}

  bool run() {
    const RetainPtr<const CPDF_Array> annotations = page_.GetAnnotsArray();
    if (!annotations) return true;
    std::size_t fields = 0;
    for (std::size_t i = 0; i < annotations->size(); ++i) {
      const RetainPtr<const CPDF_Dictionary> field = annotations->GetDictAt(i);
      if (!field || field->GetNameFor("Subtype") != "Widget") continue;
      constexpr int kUnseen = pdfium::annotation_flags::kHidden | pdfium::annotation_flags::kNoView;
      if ((field->GetIntegerFor("F") & kUnseen) != 0) continue;
      if (++fields > kMaxFields) {
        content_.left_out.push_back("form fields");
        break;
      }
      add(field);
    }
    settle_words();
    content_.words.insert(content_.words.end(), added_.begin(), added_.end());
    return !lacks_searches_;
  }

 private:
  void add(const RetainPtr<const CPDF_Dictionary>& field) {
    CFX_FloatRect rect = field->GetRectFor("Rect");
    rect.Normalize();
    const PageBox box = page_box(rect, matrix_);
    if (!(box.right > box.left && box.bottom > box.top) || box.left > content_.width ||
        box.top > content_.height || box.right < 0 || box.bottom < 0)
      return;
    const RetainPtr<const CPDF_Object> type = inherited(field, "FT");
    if (!type) return;
    const RetainPtr<const CPDF_Object> flag_entry = inherited(field, "Ff");
    const auto flags = static_cast<std::uint32_t>(flag_entry ? flag_entry->GetInteger() : 0);
    const ByteString name = type->GetString();
    if (name == "Btn") {
      if ((flags & kPushButton) != 0) return;
      const ByteString state = field->GetNameFor("AS");
      const bool on = !state.IsEmpty() && state != "Off";
      marks_.push_back(box);
      if ((flags & kRadio) != 0) {
        add_words(box, on ? std::vector<std::string>{"(x)"} : std::vector<std::string>{"(", ")"});
      } else {
        add_words(box, on ? std::vector<std::string>{"[x]"} : std::vector<std::string>{"[", "]"});
      }
    } else if (name == "Sig") {
      if (!inherited(field, "V")) add_words(box, {"[signature", "____]"});
    } else if (name == "Tx") {
      const RetainPtr<const CPDF_Object> value = inherited(field, "V");
      texts_.push_back(box);
      const bool is_empty = !value || (!value->IsStream() && text_of(value.Get(), 1).IsEmpty());
      if (is_empty) add_words(box, {"[____]"});
    } else if (name == "Ch") {
      // Its appearance shows some of the choices, and the chosen one by its colour.
      lists_.push_back(box);
      std::vector<std::string> words = chosen(*field);
      if (words.empty()) words.emplace_back("[____]");
      for (std::string& word : choices(inherited(field, "Opt"))) words.push_back(std::move(word));
      add_words(box, words);
    }
  }

  static WideString text_at(const CPDF_Array& array, std::size_t i) {
    return text_of(array.GetDirectObjectAt(i).Get(), kMaxChoiceBytes);
  }

  /// What a choice shows, where the file stores it as a pair with what it means.
  static WideString shown_choice(const CPDF_Array& all, std::size_t i) {
    const RetainPtr<const CPDF_Array> pair = all.GetArrayAt(i);
    return pair && pair->size() > 1 ? text_at(*pair, 1) : text_at(all, i);
  }

  /// The words of the chosen values.
  std::vector<std::string> chosen(const CPDF_Dictionary& field) {
    const auto holder = pdfium::WrapRetain(&field);
    const RetainPtr<const CPDF_Object> value = inherited(holder, "V");
    const RetainPtr<const CPDF_Object> entry = inherited(holder, "Opt");
    std::vector<std::string> words;
    if (!value) return words;
    const CPDF_Array* values = value->AsArray();
    const std::size_t count = values != nullptr ? std::min(values->size(), kMaxChoices) : 1;
    for (std::size_t i = 0; i < count; ++i) {
      WideString text =
          values != nullptr ? text_at(*values, i) : text_of(value.Get(), kMaxChoiceBytes);
      const CPDF_Array* all = entry ? entry->AsArray() : nullptr;
      for (std::size_t k = 0; all != nullptr && k < std::min(all->size(), kMaxSearched); ++k) {
        if (searches_left_ == 0 || all_searches_left_ == 0) {
          lacks_searches_ = true;
          break;
        }
        --searches_left_;
        --all_searches_left_;
        const RetainPtr<const CPDF_Array> pair = all->GetArrayAt(k);
        if (!pair || pair->size() < 2 || text_at(*pair, 0) != text) continue;
        text = text_at(*pair, 1);
        break;
      }
      std::vector<std::string> more = words_of(text);
      if (!words.empty() && !more.empty()) words.back() += ',';
      for (std::string& word : more) words.push_back(std::move(word));
    }
    return words;
  }

  std::vector<std::string> choices(const RetainPtr<const CPDF_Object>& entry) {
    const CPDF_Array* all = entry ? entry->AsArray() : nullptr;
    if (all == nullptr || all->size() == 0) return {};
    std::vector<std::string> words = {"[▾"};
    std::size_t i = 0;
    for (; i < std::min(all->size(), kMaxChoices) && all_searches_left_ > 0; ++i) {
      if (i > 0) words.emplace_back("/");
      for (std::string& word : words_of(shown_choice(*all, i))) {
        all_searches_left_ -= std::min(all_searches_left_, kSearchesOfWord);
        words.push_back(std::move(word));
      }
    }
    lacks_searches_ |= i < std::min(all->size(), kMaxChoices);
    if (i < all->size()) words.emplace_back("…");
    words.back() += ']';
    return words;
  }

  /// Words side by side within a box.
  void add_words(const PageBox& box, const std::vector<std::string>& words) {
    const float height = std::min(box.bottom - box.top, kMostFieldSize);
    const float middle = (box.top + box.bottom) / 2;
    const float step = (box.right - box.left) / static_cast<float>(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      PageWord word;
      word.text = words[i];
      word.field = true;
      const float left = box.left + step * static_cast<float>(i);
      word.box = {left, middle - height / 2, left + step, middle + height / 2};
      word.baseline = middle + 0.3f * height;
      word.font_size = height;
      added_.push_back(std::move(word));
    }
  }

  /// Takes out the ticks and dots that boxes and buttons show, and what lists show: their state
  /// says it. What stands in a field for text is its value, however large it is set.
  void settle_words() {
    const std::size_t boxes = marks_.size() + lists_.size() + texts_.size();
    if (boxes == 0 || std::uint64_t{boxes} * content_.words.size() > kMaxComparisons) return;
    std::erase_if(content_.words, [this](const PageWord& word) {
      return (word.text.size() <= 4 && is_in(marks_, word)) || is_in(lists_, word);
    });
    for (PageWord& word : content_.words) {
      if (!is_in(texts_, word)) continue;
      word.field_value = true;
      word.font_size = std::min(word.font_size, kMostFieldSize);
    }
  }

  static bool is_in(const std::vector<PageBox>& boxes, const PageWord& word) {
    const float x = (word.box.left + word.box.right) / 2;
    const float y = (word.box.top + word.box.bottom) / 2;
    return std::any_of(boxes.begin(), boxes.end(), [&](const PageBox& box) {
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    });
  }

  const CPDF_Page& page_;
  const CFX_Matrix& matrix_;
  std::size_t& all_searches_left_;
  PageContent& content_;
  std::vector<PageWord> added_;
  std::size_t searches_left_ = kMaxSearches;
  bool lacks_searches_ = false;
  std::vector<PageBox> marks_;  ///< of check boxes and radio buttons
  std::vector<PageBox> lists_;
  std::vector<PageBox> texts_;
};

}  // namespace

bool add_fields(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& searches_left,
                PageContent& content) {
  return FieldReader(page, matrix, searches_left, content).run();
}

}  // namespace lectern
