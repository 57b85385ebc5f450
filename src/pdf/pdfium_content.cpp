#include "pdf/pdfium_content.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/fpdfapi/page/cpdf_form.h"
#include "core/fpdfapi/page/cpdf_formobject.h"
#include "core/fpdfapi/page/cpdf_image.h"
#include "core/fpdfapi/page/cpdf_imageobject.h"
#include "core/fpdfapi/page/cpdf_shadingobject.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_document.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "core/fpdfdoc/cpdf_action.h"
#include "pdf/layout/hidden_text.h"
#include "pdf/layout/tick_boxes.h"
#include "pdf/pdfium_fields.h"
#include "pdf/pdfium_objects.h"
#include "pdf/pdfium_paths.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxPictures = 10'000;
/// Points: pictures so low and so wide are rules.
constexpr float kMostDrawnRule = 1.5f;
constexpr float kLeastDrawnRule = 30;
constexpr std::size_t kMaxLinks = 1'000;
constexpr std::size_t kMaxUriBytes = 2'000;
/// Words with a link, with the bytes of its address each.
constexpr std::size_t kMaxLinkedBytes = 8 << 20;
/// PDFium wants whole numbers for the size of a page; this many units keep its fractions.
constexpr int kUnits = 1 << 14;

class ContentReader {
 public:
  ContentReader(const CPDF_Page& page, PageSources& sources)
      : page_(page),
        sources_(sources),
        layers_(*sources.layers),
        matrix_(upright_matrix(page)),
        words_(found_.page) {
    found_.page.width = page.GetPageWidth();
    found_.page.height = page.GetPageHeight();
  }

  PageContent words() {
    only_words_ = true;
    walk(page_, matrix_, false, 0);
    words_.finish();
    return std::move(found_.page);
  }

  PdfiumContent run(bool with_links) {
    walk(page_, matrix_, false, 0);
    words_.finish();
    found_.glyphs = words_.counts();
    mark_covered_words(found_.page);
    if (with_links) {
      found_.lacks_choices = !add_fields(page_, matrix_, sources_.choices_left, found_.page);
      add_links();
    }
    std::optional<std::vector<PageTag>> tags = sources_.tags.of(page_);
    found_.lacks_tags = !tags;
    if (tags) found_.page.tags = std::move(*tags);
    // Tags would leave them without a place.
    if (with_links && found_.page.tags.empty()) add_tick_boxes(found_.page);
    return std::move(found_);
  }

 private:
  bool is_layer_shown(const CPDF_Dictionary* holder) const {
    return holder == nullptr || layers_.CheckOCGDictVisible(holder->GetDictFor("OC").Get());
  }

  /// \param in_blend  what lies below the holder can be seen through it.
  void walk(const CPDF_PageObjectHolder& holder, const CFX_Matrix& matrix, bool in_blend,
            int depth) {
    for (const auto& object : holder) {
      if (!layers_.CheckPageObjectVisible(object.get())) continue;
      if (const CPDF_TextObject* text = object->AsText()) {
        words_.add(*text, matrix);
      } else if (const CPDF_FormObject* form = object->AsForm()) {
        if (depth < kMaxFormDepth && is_layer_shown(form->form()->GetDict().Get()))
          walk(*form->form(), form->form_matrix() * matrix, in_blend || !is_opaque(*form),
               depth + 1);
      } else if (only_words_) {
        continue;
      } else if (const CPDF_PathObject* path = object->AsPath()) {
        add_path(*path, matrix, clip_box(*path), words_.begun(), in_blend, found_.page);
      } else if (const CPDF_ImageObject* image = object->AsImage()) {
        add_picture(*image, matrix, in_blend);
      } else if (object->IsShading()) {
        found_.page.drawings.push_back(shown_box(*object, matrix));
      }
    }
  }

  /// Objects that follow each other share what clips them.
  const CFX_FloatRect* clip_box(const CPDF_PageObject& object) {
    const CPDF_ClipPath& clip = object.clip_path();
    if (!clip.HasRef() || clip.GetPathCount() == 0) return nullptr;
    if (!clip_.HasRef() || clip_ != clip) clip_box_ = clip.GetClipBox();
    clip_ = clip;
    return &clip_box_;
  }

  PageBox shown_box(const CPDF_PageObject& object, const CFX_Matrix& matrix) {
    CFX_FloatRect rect = object.GetRect();
    if (const CFX_FloatRect* clip = clip_box(object)) rect.Intersect(*clip);
    PageBox box = page_box(rect, matrix);
    const auto within = [](float value, float most) {
      return std::isfinite(value) ? std::clamp(value, 0.0f, most) : 0.0f;
    };
    box.left = within(box.left, found_.page.width);
    box.right = within(box.right, found_.page.width);
    box.top = within(box.top, found_.page.height);
    box.bottom = within(box.bottom, found_.page.height);
    return box;
  }

  void add_picture(const CPDF_ImageObject& object, const CFX_Matrix& matrix, bool in_blend) {
    const RetainPtr<const CPDF_Image> image = object.GetImage();
    if (!image || found_.page.pictures.size() == kMaxPictures ||
        (image->GetStream() && !is_layer_shown(image->GetStream()->GetDict().Get())))
      return;
    const PageBox box = shown_box(object, matrix);
    // Some programs draw rules as pictures.
    const float width = box.right - box.left;
    const float height = box.bottom - box.top;
    if (height <= kMostDrawnRule && width >= kLeastDrawnRule &&
        found_.page.rules.size() < kMaxPictures) {
      const float middle = (box.top + box.bottom) / 2;
      found_.page.rules.push_back({{box.left, middle, box.right, middle}, height});
      return;
    }
    found_.page.pictures.push_back(
        {box, static_cast<std::uint32_t>(std::max(image->GetPixelWidth(), 0)),
         static_cast<std::uint32_t>(std::max(image->GetPixelHeight(), 0)), words_.begun(),
         !in_blend && is_opaque(object) && !has_mask(*image)});
  }

  static bool has_mask(const CPDF_Image& image) {
    const RetainPtr<const CPDF_Stream> stream = image.GetStream();
    if (image.IsMask() || !stream) return true;
    return stream->GetDict()->KeyExist("SMask") || stream->GetDict()->KeyExist("Mask");
  }

  void add_links() {
    const RetainPtr<const CPDF_Array> annotations = page_.GetAnnotsArray();
    for (std::size_t i = 0; annotations && i < annotations->size(); ++i) {
      if (found_.page.links.size() > kMaxLinks) break;
      const RetainPtr<const CPDF_Dictionary> annotation = annotations->GetDictAt(i);
      if (annotation && annotation->GetNameFor("Subtype") == "Link") add_link(*annotation);
    }
    if (found_.page.links.size() > kMaxLinks) {
      found_.page.links.pop_back();
      leave_out_links();
    }
    if (!found_.page.links.empty()) link_words();
  }

  void add_link(const CPDF_Dictionary& annotation) {
    PageLink link;
    CFX_FloatRect rect = annotation.GetRectFor("Rect");
    rect.Normalize();
    link.box = page_box(rect, matrix_);
    CPDF_Document* document = page_.GetDocument();
    set_target(annotation.GetDirectObjectFor("Dest"), link);
    if (const RetainPtr<const CPDF_Dictionary> entry = annotation.GetDictFor("A")) {
      const CPDF_Action action(entry);
      if (action.GetType() == CPDF_Action::Type::kURI) {
        const ByteString uri = action.GetURI(document);
        if (uri.GetLength() <= kMaxUriBytes)
          link.uri = printable(uri);
        else
          leave_out_links();
      } else if (action.GetType() == CPDF_Action::Type::kGoTo) {
        set_target(entry->GetDirectObjectFor("D"), link);
      }
    }
    if (!link.uri.empty() || link.target_page) found_.page.links.push_back(std::move(link));
  }

  void set_target(const RetainPtr<const CPDF_Object>& target, PageLink& link) {
    if (const auto index = sources_.targets.page(target)) link.target_page = *index + 1;
  }

  /// ASCII only: what else a file has in an address is written as a URI writes it.
  static std::string printable(const ByteString& uri) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    for (const char c : uri) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte > ' ' && byte < 0x7F) {
        text += c;
      } else {
        text += '%';
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
      }
    }
    return text;
  }

  void leave_out_links() {
    std::vector<std::string_view>& kinds = found_.page.left_out;
    if (kinds.empty() || kinds.back() != "links") kinds.push_back("links");
  }

  void link_words() {
    // Links in bands of the page, so that a word looks at those of its height only.
    constexpr float kBand = 16;
    constexpr float kMostBands = 4'000;
    const float last = std::clamp(found_.page.height / kBand, 0.0f, kMostBands);
    const auto band_of = [&](float y) {
      return static_cast<std::size_t>(std::clamp(y / kBand, 0.0f, last));
    };
    std::vector<std::vector<std::int32_t>> bands(static_cast<std::size_t>(last) + 1);
    for (std::size_t i = 0; i < found_.page.links.size(); ++i) {
      const PageBox& box = found_.page.links[i].box;
      for (std::size_t band = band_of(box.top); band <= band_of(box.bottom); ++band)
        bands[band].push_back(static_cast<std::int32_t>(i));
    }
    std::size_t bytes = 0;
    for (PageWord& word : found_.page.words) {
      const float x = (word.box.left + word.box.right) / 2;
      const float y = (word.box.top + word.box.bottom) / 2;
      for (const std::int32_t i : bands[band_of(y)]) {
        const PageBox& box = found_.page.links[static_cast<std::size_t>(i)].box;
        if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) {
          // Each may have the target behind it.
          bytes += found_.page.links[static_cast<std::size_t>(i)].uri.size();
          if (bytes > kMaxLinkedBytes) {
            leave_out_links();
            return;
          }
          word.link = i;
          break;
        }
      }
    }
  }

  const CPDF_Page& page_;
  PageSources& sources_;
  const CPDF_OCContext& layers_;
  const CFX_Matrix matrix_;
  CPDF_ClipPath clip_;  ///< of the object before
  CFX_FloatRect clip_box_;
  PdfiumContent found_;
  WordBuilder words_;
  bool only_words_ = false;
};

}  // namespace

CFX_Matrix upright_matrix(const CPDF_Page& page) {
  const CFX_Matrix units = page.GetDisplayMatrix(FX_RECT(0, 0, kUnits, kUnits), 0);
  return units *
         CFX_Matrix(page.GetPageWidth() / kUnits, 0, 0, page.GetPageHeight() / kUnits, 0, 0);
}

PdfiumContent pdfium_content(const CPDF_Page& page, bool with_links, PageSources& sources) {
  return ContentReader(page, sources).run(with_links);
}

PageContent pdfium_words(const CPDF_Page& page, PageSources& sources) {
  return ContentReader(page, sources).words();
}

}  // namespace lectern
