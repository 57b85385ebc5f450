#include "pdf/pdfium_content_check.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"
#include "pdf/pdfium_stream_size.h"

namespace lectern {
namespace {

/// Forms that a page may draw, each as often as it is drawn. Maps draw some ten thousand symbols.
constexpr std::uint64_t kMaxForms = 200'000;
/// Bytes of one decoded content stream. The largest of real drawings have some ten megabytes.
constexpr std::uint64_t kMaxContentBytes = 32 * 1024 * 1024;
/// PDFium draws forms no deeper.
constexpr std::size_t kMaxDepth = 40;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0';
}

/// How often a content stream says "/Name Do". Strings and inline images may hold the same bytes:
/// they only make the count too high.
std::map<std::string, std::uint64_t> drawn_names(std::string_view content) {
  std::map<std::string, std::uint64_t> names;
  for (std::size_t at = content.find("Do"); at != std::string_view::npos;
       at = content.find("Do", at + 2)) {
    std::size_t end = at;
    while (end > 0 && is_space(content[end - 1])) --end;
    if (end == at || end == 0) continue;
    std::size_t begin = end;
    while (begin > 0 && !is_space(content[begin - 1]) && content[begin - 1] != '/') --begin;
    if (begin > 0 && content[begin - 1] == '/')
      ++names[std::string(content.substr(begin, end - begin))];
  }
  return names;
}

std::string_view decoded(CPDF_StreamAcc& data) {
  data.LoadAllDataFiltered();
  const auto bytes = data.GetSpan();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<RetainPtr<const CPDF_Stream>> page_content(const CPDF_Page& page) {
  std::vector<RetainPtr<const CPDF_Stream>> streams;
  const RetainPtr<const CPDF_Object> contents = page.GetDict()->GetDirectObjectFor("Contents");
  if (!contents) return streams;
  if (const CPDF_Array* array = contents->AsArray()) {
    for (std::size_t i = 0; i < array->size(); ++i) streams.push_back(array->GetStreamAt(i));
  } else {
    streams.push_back(pdfium::WrapRetain(contents->AsStream()));
  }
  return streams;
}

std::vector<RetainPtr<const CPDF_Stream>> forms_of(const CPDF_Dictionary* resources) {
  std::vector<RetainPtr<const CPDF_Stream>> forms;
  const RetainPtr<const CPDF_Dictionary> objects =
      resources == nullptr ? nullptr : resources->GetDictFor("XObject");
  if (!objects) return forms;
  for (const ByteString& name : objects->GetKeys()) {
    const RetainPtr<const CPDF_Stream> object = objects->GetStreamFor(name);
    if (object && object->GetDict()->GetNameFor("Subtype") == "Form") forms.push_back(object);
  }
  return forms;
}

class LoopBreaker {
 public:
  explicit LoopBreaker(CPDF_Page& page) : page_(page) {}

  bool run() {
    const RetainPtr<CPDF_Dictionary> resources = page_.GetMutableResources();
    if (forms_of(resources.Get()).empty()) return true;
    return cost_of_contents(resources, page_content(page_)) <= kMaxForms;
  }

 private:
  std::uint64_t cost_of_contents(const RetainPtr<CPDF_Dictionary>& resources,
                                 const std::vector<RetainPtr<const CPDF_Stream>>& streams) {
    const RetainPtr<CPDF_Dictionary> objects = resources->GetMutableDictFor("XObject");
    std::uint64_t cost = 0;
    for (const RetainPtr<const CPDF_Stream>& stream : streams) {
      if (!stream) continue;
      const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(stream);
      for (const auto& [name, times] : drawn_names(decoded(*data))) {
        const RetainPtr<CPDF_Stream> form = objects->GetMutableStreamFor(name.c_str());
        if (!form || form->GetDict()->GetNameFor("Subtype") != "Form") continue;
        if (std::find(path_.begin(), path_.end(), form.Get()) != path_.end()) {
          objects->RemoveFor(name.c_str());
          continue;
        }
        cost += std::min(times, kMaxForms + 1) * cost_of_form(form, resources);
        if (cost > kMaxForms) return kMaxForms + 1;
      }
    }
    return cost;
  }

  /// 1 and what the form draws.
  std::uint64_t cost_of_form(const RetainPtr<CPDF_Stream>& form,
                             const RetainPtr<CPDF_Dictionary>& outer) {
    if (const auto known = costs_.find(form.Get()); known != costs_.end()) return known->second;
    RetainPtr<CPDF_Dictionary> resources = form->GetMutableDict()->GetMutableDictFor("Resources");
    if (!resources) resources = outer;
    std::uint64_t cost = 1;
    if (path_.size() < kMaxDepth && !forms_of(resources.Get()).empty()) {
      path_.push_back(form.Get());
      cost = std::min(cost + cost_of_contents(resources, {form}), kMaxForms + 1);
      path_.pop_back();
    }
    costs_.emplace(form.Get(), cost);
    return cost;
  }

  CPDF_Page& page_;
  std::vector<const CPDF_Stream*> path_;
  std::map<const CPDF_Stream*, std::uint64_t> costs_;
};

}  // namespace

bool break_form_loops(CPDF_Page& page) { return LoopBreaker(page).run(); }

bool has_oversized_content(const CPDF_Page& page) {
  const auto is_oversized = [](const RetainPtr<const CPDF_Stream>& stream) {
    return stream && decodes_to_more_than(*stream, kMaxContentBytes);
  };
  const auto content = page_content(page);
  const auto forms = forms_of(page.GetResources().Get());
  return std::any_of(content.begin(), content.end(), is_oversized) ||
         std::any_of(forms.begin(), forms.end(), is_oversized);
}

}  // namespace lectern
