#include "pdf/pdfium_content_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfapi/parser/cpdf_stream_acc.h"
#include "core/fpdfdoc/cpdf_annot.h"
#include "pdf/pdfium_font_facts.h"
#include "pdf/pdfium_generated_looks.h"
#include "pdf/pdfium_operators.h"
#include "pdf/pdfium_stream_size.h"
#include "work.h"

namespace lectern {
namespace {

/// What a form takes when it is drawn, however small it is: this many bytes of what a read may
/// hold. Maps draw some ten thousand symbols.
constexpr std::uint64_t kFormBytes = 5'000;
/// What an object takes when it is parsed.
constexpr std::uint64_t kObjectBytes = 620;
/// Content becomes objects that take several times its bytes: this part of what a read may hold.
/// The largest of real drawings have some ten megabytes of content.
constexpr std::uint64_t kContentPart = 8;
/// All annotations of a page together: the largest of real forms have some hundred kilobytes.
constexpr std::uint64_t kAnnotationsPart = 64;
/// Fonts, functions, profiles and tables of colors that a page may need, all together: this part of
/// what a read may hold. Real pages have some ten megabytes.
constexpr std::uint64_t kDataPart = 3;
/// Functions in PostScript become operators that take many times their bytes. Real ones have some
/// kilobytes.
constexpr std::uint64_t kMaxProgramBytes = 1 << 20;
/// Functions of functions, color spaces on color spaces: real ones have three levels.
constexpr int kMaxDataDepth = 32;
/// What a function takes besides its stream.
constexpr std::uint64_t kFunctionBytes = 500;
/// Real pages have some thousand annotations at most.
constexpr std::uint64_t kMaxAnnotations = 10'000;
/// PDFium draws forms no deeper.
constexpr std::size_t kMaxDepth = 40;
/// A byte of a map takes this part of what a byte of content takes, and one of a glyph that may be
/// drawn.
constexpr std::uint64_t kMapsPerContent = 15;
constexpr std::uint64_t kGlyphsPerContent = 2;
/// A byte of what PDFium draws for annotations itself takes this part of what a byte of content
/// takes.
constexpr std::uint64_t kGeneratedPerContent = 4;
/// To look at an entry of a page's resources takes as much as so many bytes of content.
constexpr std::uint64_t kBytesOfResource = 4;
/// The glyphs that a page's Type 3 fonts may draw, each as often as a font names it: this part of
/// what content may have.
constexpr std::uint64_t kGlyphsPart = 4;
/// A map of codes to characters of a font becomes a table as large.
constexpr std::uint64_t kMapTableBytes = 128 << 10;
/// A font's file that can become no more than this part of what a read may hold is not unpacked to
/// be counted: PDFium counts it when it reads the font.
constexpr std::uint64_t kFontPart = 8;

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

/// What is drawn, each as often as it is drawn.
struct Cost {
  std::uint64_t forms = 0;
  std::uint64_t bytes = 0;
  std::uint64_t objects = 0;

  void add(const Cost& other, std::uint64_t times) {
    forms += times * other.forms;
    bytes += times * other.bytes;
    objects += times * other.objects;
  }

  bool is_within(const Cost& most) const {
    return forms <= most.forms && bytes <= most.bytes && objects <= most.objects;
  }
};

/// The most that a page may draw, and its annotations besides.
Cost most_of_page(const Limits& limits) {
  return {limits.max_decoded_bytes / kFormBytes, limits.max_decoded_bytes / kContentPart,
          max_objects(limits)};
}

Cost most_of_annotations(const Limits& limits) {
  return {limits.max_decoded_bytes / kFormBytes, limits.max_decoded_bytes / kAnnotationsPart,
          max_objects(limits)};
}

class LoopBreaker {
 public:
  LoopBreaker(CPDF_Page& page, const Cost& most, FormContents& contents)
      : page_(page), most_(most), contents_(contents) {}

  std::optional<std::uint64_t> run() {
    const RetainPtr<CPDF_Dictionary> resources = page_.GetMutableResources();
    if (!has_forms(resources)) return 0;
    Cost cost;
    for (const RetainPtr<const CPDF_Stream>& stream : page_content(page_)) {
      if (!stream) continue;
      const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(stream);
      cost.add(cost_of_drawn(resources, drawn_names(decoded(*data))), 1);
    }
    return cost.is_within(most_) ? std::optional(cost.bytes) : std::nullopt;
  }

  /// The same for content that is drawn besides the page's.
  std::optional<std::uint64_t> run(const std::vector<RetainPtr<CPDF_Stream>>& forms) {
    Cost sum;
    for (const RetainPtr<CPDF_Stream>& form : forms) {
      sum.add(cost_of_form(form, page_.GetMutableResources()), 1);
      if (!sum.is_within(most_)) return std::nullopt;
    }
    return sum.bytes;
  }

 private:
  bool has_forms(const RetainPtr<CPDF_Dictionary>& resources) {
    const RetainPtr<const CPDF_Dictionary> objects =
        resources ? resources->GetDictFor("XObject") : nullptr;
    if (!objects) return false;
    const auto [known, is_new] = holders_.try_emplace(objects.Get(), false);
    if (!is_new) return known->second;
    for (const ByteString& name : objects->GetKeys()) {
      const RetainPtr<const CPDF_Stream> object = objects->GetStreamFor(name);
      known->second = object && object->GetDict()->GetNameFor("Subtype") == "Form";
      if (known->second) break;
    }
    return known->second;
  }

  /// What the forms take that content draws. Stops counting above the limits.
  Cost cost_of_drawn(const RetainPtr<CPDF_Dictionary>& resources,
                     const std::map<std::string, std::uint64_t>& drawn) {
    const RetainPtr<CPDF_Dictionary> objects = resources->GetMutableDictFor("XObject");
    Cost cost;
    for (const auto& [name, times] : drawn) {
      const RetainPtr<CPDF_Stream> form = objects->GetMutableStreamFor(name.c_str());
      if (!form || form->GetDict()->GetNameFor("Subtype") != "Form") continue;
      if (std::find(path_.begin(), path_.end(), form.Get()) != path_.end()) {
        objects->RemoveFor(name.c_str());
        continue;
      }
      // Neither factor is larger than a limit or one more than it: the product has room.
      cost.add(cost_of_form(form, resources), std::min(times, most_.forms + 1));
      if (!cost.is_within(most_)) return {most_.forms + 1, most_.bytes + 1, most_.objects + 1};
    }
    return cost;
  }

  /// The form and what it draws.
  Cost cost_of_form(const RetainPtr<CPDF_Stream>& form, const RetainPtr<CPDF_Dictionary>& outer) {
    if (const auto known = costs_.find(form.Get()); known != costs_.end()) return known->second;
    RetainPtr<CPDF_Dictionary> resources = form->GetMutableDict()->GetMutableDictFor("Resources");
    if (!resources) resources = outer;
    const FormContents::Facts& facts = contents_.of(*form);
    Cost cost{1, facts.bytes, facts.objects};
    if (path_.size() < kMaxDepth && has_forms(resources)) {
      path_.push_back(form.Get());
      cost.add(cost_of_drawn(resources, facts.drawn), 1);
      path_.pop_back();
    }
    costs_.emplace(form.Get(), cost);
    return cost;
  }

  CPDF_Page& page_;
  const Cost most_;
  FormContents& contents_;
  std::vector<const CPDF_Stream*> path_;
  std::map<const CPDF_Stream*, Cost> costs_;
  std::map<const CPDF_Dictionary*, bool> holders_;  ///< of objects: whether some are forms
};

/// Looks at every content stream that can be reached from a page, each once.
class SizeCheck {
 public:
  SizeCheck(std::uint64_t max_bytes, const Limits& limits, StreamSizes& sizes)
      : max_bytes_(max_bytes),
        max_data_bytes_(limits.max_decoded_bytes / kDataPart),
        few_font_bytes_(limits.max_decoded_bytes / kFontPart),
        sizes_(sizes) {}

  std::optional<std::uint64_t> run(CPDF_Page& page) {
    const auto contents = page_content(page);
    for (const auto& stream : contents) add_content(stream);
    add_resources(page.GetResources());
    if (look_at_all()) return std::nullopt;
    const std::optional<std::uint64_t> size = size_of_all(contents);
    if (!size) return std::nullopt;
    return *size + map_bytes_ / kMapsPerContent + glyph_bytes_ / kGlyphsPerContent +
           resources_ * kBytesOfResource;
  }

  bool is_oversized(const std::vector<RetainPtr<CPDF_Stream>>& forms) {
    for (const RetainPtr<CPDF_Stream>& form : forms) add_content(form);
    return look_at_all();
  }

 private:
  /// A page's streams are joined before they are parsed, each as often as the page lists it.
  std::optional<std::uint64_t> size_of_all(
      const std::vector<RetainPtr<const CPDF_Stream>>& contents) {
    constexpr std::uint64_t kFewBytes = 4 << 10;
    std::uint64_t sum = 0;
    for (const auto& stream : contents) {
      sum += 1 + (stream ? sizes_.of(*stream, max_bytes_, kFewBytes / contents.size()) : 0);
      if (sum > max_bytes_) return std::nullopt;
    }
    return sum;
  }

  bool look_at_all() {
    while (!oversized_ && !waiting_.empty()) {
      const RetainPtr<const CPDF_Dictionary> resources = std::move(waiting_.back());
      waiting_.pop_back();
      look_at(*resources);
    }
    return oversized_;
  }

  /// A stream of operators, and the resources that it brings.
  void add_content(const RetainPtr<const CPDF_Stream>& stream) {
    if (!stream || !seen_.insert(stream.Get()).second) return;
    if (sizes_.of(*stream, max_bytes_, max_bytes_) > max_bytes_) oversized_ = true;
    add_resources(stream->GetDict()->GetDictFor("Resources"));
    if (const RetainPtr<const CPDF_Dictionary> group = stream->GetDict()->GetDictFor("Group"))
      add_data(group->GetDirectObjectFor("CS"));
  }

  void add_resources(RetainPtr<const CPDF_Dictionary> resources) {
    if (resources && seen_.insert(resources.Get()).second) waiting_.push_back(std::move(resources));
  }

  void add_streams(const CPDF_Dictionary* streams) {
    if (streams == nullptr) return;
    for (const ByteString& key : streams->GetKeys()) add_content(streams->GetStreamFor(key));
  }

  /// What is decoded whole to be looked up in: functions, profiles, tables and what they are made
  /// of.
  void add_data(const RetainPtr<const CPDF_Object>& object, int depth = 0) {
    if (!object || oversized_) return;
    if (depth == kMaxDataDepth) {
      oversized_ = true;
      return;
    }
    if (const CPDF_Array* array = object->AsArray()) {
      if (!seen_.insert(array).second) return;
      // A profile is unpacked once for all.
      const bool is_profile = array->GetByteStringAt(0) == "ICCBased";
      const RetainPtr<const CPDF_Stream> profile = is_profile ? array->GetStreamAt(1) : nullptr;
      if (profile && seen_.count(profile.Get()) > 0) return;
      // Its tables are held beside it.
      if (profile) add_bytes(sizes_.of(*profile, max_data_bytes_, 0));
      for (std::size_t i = 0; i < array->size(); ++i)
        add_data(array->GetDirectObjectAt(i), depth + 1);
      return;
    }
    const RetainPtr<const CPDF_Dictionary> dictionary = object->GetDict();
    if (!dictionary) return;
    if (dictionary->KeyExist("FunctionType")) {
      add_bytes(bytes_of_function(*object, *dictionary, depth));
      return;
    }
    const bool is_new = seen_.insert(object.Get()).second;
    if (const CPDF_Stream* stream = object->AsStream()) {
      constexpr std::uint64_t kFewBytes = 256 << 10;
      // Each that names it unpacks it for itself.
      add_bytes(sizes_.of(*stream, max_data_bytes_, is_new ? kFewBytes : 0));
    }
    if (!is_new) return;
    for (const char* key : {"Function", "ColorSpace", "Shading", "TR", "TR2"})
      add_data(dictionary->GetDirectObjectFor(key), depth + 1);
  }

  /// Each that names a function reads it for itself, with those that it is stitched of.
  std::uint64_t bytes_of_function(const CPDF_Object& function, const CPDF_Dictionary& dictionary,
                                  int depth) {
    const auto [known, is_new] = functions_.emplace(&function, 0);
    if (!is_new) return known->second;
    std::uint64_t bytes = kFunctionBytes;
    if (const CPDF_Stream* stream = function.AsStream()) {
      const std::uint64_t size = sizes_.of(*stream, max_data_bytes_, 0);
      if (size > kMaxProgramBytes && dictionary.GetIntegerFor("FunctionType") == 4)
        oversized_ = true;
      bytes += size;
    }
    if (depth == kMaxDataDepth) oversized_ = true;
    const RetainPtr<const CPDF_Array> parts = dictionary.GetArrayFor("Functions");
    for (std::size_t i = 0; parts && i < parts->size() && !oversized_; ++i) {
      const RetainPtr<const CPDF_Object> part = parts->GetDirectObjectAt(i);
      const RetainPtr<const CPDF_Dictionary> about = part ? part->GetDict() : nullptr;
      if (about) bytes += bytes_of_function(*part, *about, depth + 1);
      if (bytes > max_data_bytes_) oversized_ = true;
    }
    known->second = bytes;
    return bytes;
  }

  void add_bytes(std::uint64_t size) {
    data_bytes_ += size;
    if (data_bytes_ > max_data_bytes_) oversized_ = true;
  }

  /// Each font has glyphs of its own, and reads one for each character that it names so.
  void add_glyphs(const CPDF_Dictionary& font) {
    const RetainPtr<const CPDF_Dictionary> glyphs = font.GetDictFor("CharProcs");
    constexpr std::uint64_t kWorkOfGlyph = 400;
    if (!glyphs) return;
    for (const ByteString& name : names_of_codes(font)) {
      if (name.IsEmpty() || oversized_) continue;
      if (!lectern_pdfium::spend(kWorkOfGlyph + name.GetLength())) return;
      const RetainPtr<const CPDF_Stream> glyph = glyphs->GetStreamFor(name);
      if (!glyph) continue;
      constexpr std::uint64_t kFewBytes = 4 << 10;
      glyph_bytes_ += sizes_.of(*glyph, max_bytes_, kFewBytes);
      if (glyph_bytes_ > max_bytes_ / kGlyphsPart) oversized_ = true;
    }
  }

  /// Each font reads its own, though others name the same.
  void add_map(const RetainPtr<const CPDF_Stream>& map, std::uint64_t table_bytes) {
    if (!map || oversized_) return;
    const std::uint64_t size = sizes_.of(*map, max_data_bytes_, 0);
    map_bytes_ += size;
    add_bytes(size + table_bytes);
  }

  void add_font(const CPDF_Dictionary& font, int depth = 0) {
    if (!seen_.insert(&font).second) return;
    add_streams(font.GetDictFor("CharProcs").Get());
    add_glyphs(font);
    add_resources(font.GetDictFor("Resources"));
    for (const char* key : {"ToUnicode", "CIDToGIDMap"}) add_map(font.GetStreamFor(key), 0);
    add_map(font.GetStreamFor("Encoding"), kMapTableBytes);
    if (const RetainPtr<const CPDF_Dictionary> about = font.GetDictFor("FontDescriptor")) {
      for (const char* key : {"FontFile", "FontFile2", "FontFile3"}) {
        const RetainPtr<const CPDF_Stream> file = about->GetStreamFor(key);
        if (!file || !seen_.insert(file.Get()).second) continue;
        if (possible_size(*file, few_font_bytes_) > few_font_bytes_)
          add_bytes(sizes_.of(*file, max_data_bytes_, 0));
      }
    }
    const RetainPtr<const CPDF_Array> parts = font.GetArrayFor("DescendantFonts");
    const RetainPtr<const CPDF_Dictionary> part = parts ? parts->GetDictAt(0) : nullptr;
    if (part && depth == 0) add_font(*part, depth + 1);
  }

  void add_object(const CPDF_Stream& object) {
    const RetainPtr<const CPDF_Dictionary> dictionary = object.GetDict();
    if (dictionary->GetNameFor("Subtype") == "Form") {
      add_content(pdfium::WrapRetain(&object));
      return;
    }
    add_data(dictionary->GetDirectObjectFor("ColorSpace"));
    for (const char* key : {"SMask", "Mask"}) {
      if (const RetainPtr<const CPDF_Stream> mask = dictionary->GetStreamFor(key))
        add_data(mask->GetDict()->GetDirectObjectFor("ColorSpace"));
    }
    if (const RetainPtr<const CPDF_Dictionary> settings = dictionary->GetDictFor("DecodeParms"))
      add_data(settings->GetStreamFor("JBIG2Globals"));
  }

  void look_at(const CPDF_Dictionary& resources) {
    for (const char* kind : {"XObject", "ColorSpace", "Shading", "Pattern", "Font", "ExtGState"}) {
      if (const RetainPtr<const CPDF_Dictionary> all = resources.GetDictFor(kind))
        resources_ += all->size();
    }
    if (const RetainPtr<const CPDF_Dictionary> objects = resources.GetDictFor("XObject")) {
      for (const ByteString& name : objects->GetKeys()) {
        if (const RetainPtr<const CPDF_Stream> object = objects->GetStreamFor(name))
          add_object(*object);
      }
    }
    for (const char* kind : {"ColorSpace", "Shading"}) {
      const RetainPtr<const CPDF_Dictionary> all = resources.GetDictFor(kind);
      if (!all) continue;
      for (const ByteString& name : all->GetKeys()) add_data(all->GetDirectObjectFor(name));
    }
    add_streams(resources.GetDictFor("Pattern").Get());
    for_each_dictionary(resources, "Pattern", [this](const CPDF_Dictionary& pattern) {
      add_data(pattern.GetDirectObjectFor("Shading"));
    });
    for_each_dictionary(resources, "Font", [this](const CPDF_Dictionary& font) { add_font(font); });
    for_each_dictionary(resources, "ExtGState", [this](const CPDF_Dictionary& state) {
      for (const char* key : {"TR", "TR2"}) add_data(state.GetDirectObjectFor(key));
      if (const RetainPtr<const CPDF_Dictionary> mask = state.GetDictFor("SMask")) {
        add_content(mask->GetStreamFor("G"));
        add_data(mask->GetDirectObjectFor("TR"));
      }
    });
  }

  template <typename Visit>
  static void for_each_dictionary(const CPDF_Dictionary& resources, const char* kind, Visit visit) {
    const RetainPtr<const CPDF_Dictionary> all = resources.GetDictFor(kind);
    if (!all) return;
    for (const ByteString& key : all->GetKeys()) {
      if (const RetainPtr<const CPDF_Dictionary> one = all->GetDictFor(key)) visit(*one);
    }
  }

  const std::uint64_t max_bytes_;
  const std::uint64_t max_data_bytes_;
  const std::uint64_t few_font_bytes_;
  std::uint64_t data_bytes_ = 0;
  std::uint64_t map_bytes_ = 0;
  std::uint64_t glyph_bytes_ = 0;
  std::uint64_t resources_ = 0;  ///< that are looked at
  StreamSizes& sizes_;
  bool oversized_ = false;
  std::set<const CPDF_Object*> seen_;
  std::map<const CPDF_Object*, std::uint64_t> functions_;  ///< bytes that each naming takes
  std::vector<RetainPtr<const CPDF_Dictionary>> waiting_;
};

}  // namespace

std::uint64_t max_objects(const Limits& limits) { return limits.max_decoded_bytes / kObjectBytes; }

const FormContents::Facts& FormContents::of(const CPDF_Stream& form) {
  const auto [known, is_new] = known_.try_emplace(pdfium::WrapRetain(&form));
  if (is_new) {
    const auto data = pdfium::MakeRetain<CPDF_StreamAcc>(known->first);
    const std::string_view content = decoded(*data);
    known->second = {content.size(), count_objects(content), drawn_names(content)};
  }
  return known->second;
}

std::optional<std::uint64_t> break_form_loops(CPDF_Page& page, const Limits& limits,
                                              FormContents& forms) {
  return LoopBreaker(page, most_of_page(limits), forms).run();
}

std::optional<std::uint64_t> content_size(CPDF_Page& page, const Limits& limits,
                                          StreamSizes& sizes) {
  return SizeCheck(most_of_page(limits).bytes, limits, sizes).run(page);
}

std::string reason_against_annotations(CPDF_Page& page, const Limits& limits, StreamSizes& sizes,
                                       FormContents& forms, std::uint64_t& bytes_left) {
  const Cost most = most_of_annotations(limits);
  const std::uint64_t most_annotations = std::min(kMaxAnnotations, most.forms);
  const RetainPtr<CPDF_Array> annotations = page.GetMutableAnnotsArray();
  const std::size_t count = annotations ? annotations->size() : 0;
  if (count > most_annotations) {
    return compose({"it has {,}, more than the limit of {,}", count, most_annotations});
  }
  const RetainPtr<const CPDF_Dictionary> form =
      count == 0 ? nullptr : page.GetDocument()->GetRoot()->GetDictFor("AcroForm");
  std::vector<RetainPtr<CPDF_Stream>> appearances;
  std::uint64_t generated = 0;
  for (std::size_t i = 0; i < count && generated <= most.bytes; ++i) {
    const RetainPtr<CPDF_Dictionary> annotation = annotations->GetMutableDictAt(i);
    if (!annotation) continue;
    if (auto look = GetAnnotAP(annotation.Get(), CPDF_Annot::AppearanceMode::kNormal))
      appearances.push_back(std::move(look));
    else
      generated += generated_bytes(*annotation, form.Get(), sizes, most.bytes);
  }
  const std::optional<std::uint64_t> bytes =
      generated > most.bytes || SizeCheck(most.bytes, limits, sizes).is_oversized(appearances)
          ? std::nullopt
          : LoopBreaker(page, most, forms).run(appearances);
  const std::uint64_t taken = bytes.value_or(0) + generated / kGeneratedPerContent;
  if (bytes && taken <= bytes_left) {
    bytes_left -= taken;
    return "";
  }
  if (bytes) return "what they draw, beside those of the pages before, is more than is parsed";
  return compose({"what they draw is more than {,} forms, {,} objects or {,} bytes of content",
                  most.forms, most.objects, most.bytes});
}

}  // namespace lectern
