#include "pdf/pdfium_notes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/format.h"
#include "constants/annotation_flags.h"
#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "pdf/pdfium_inner_files.h"
#include "pdf/pdfium_paths.h"
#include "pdf/pdfium_strings.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxNotes = 300;
constexpr std::size_t kMaxNoteChars = 2'000;
constexpr std::size_t kMaxAuthorChars = 100;
/// Of a note for which there is no more room.
constexpr std::size_t kShortNoteChars = 100;
/// What an area that a note marks takes, in characters.
constexpr std::size_t kCharsOfMark = 20;
constexpr std::size_t kMaxMarks = 100;
constexpr std::size_t kQuadNumbers = 8;

struct NoteKind {
  std::string_view subtype;
  std::string_view name;
  bool marks;         ///< the words that it lies on
  bool bare = false;  ///< says something without a text
};
constexpr std::array<NoteKind, 14> kNoteKinds = {{{"Text", "Comment", false},
                                                  {"FreeText", "Comment", false},
                                                  {"Highlight", "Highlight", true, true},
                                                  {"Underline", "Underline", true, true},
                                                  {"Squiggly", "Underline", true, true},
                                                  {"StrikeOut", "Strikeout", true, true},
                                                  {"Caret", "Insertion", false},
                                                  {"Stamp", "Stamp", false},
                                                  {"Square", "Comment", false},
                                                  {"Circle", "Comment", false},
                                                  {"Line", "Comment", false},
                                                  {"Polygon", "Comment", false},
                                                  {"PolyLine", "Comment", false},
                                                  {"Ink", "Comment", false}}};

class NoteReader {
 public:
  NoteReader(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& room)
      : page_(page), matrix_(matrix), room_(room) {}

  std::vector<PageNote> run(bool& cut) {
    const RetainPtr<const CPDF_Array> annotations = page_.GetAnnotsArray();
    for (std::size_t i = 0; annotations && i < annotations->size() && notes_.size() <= kMaxNotes;
         ++i) {
      const RetainPtr<const CPDF_Dictionary> annotation = annotations->GetDictAt(i);
      constexpr int kUnseen = pdfium::annotation_flags::kHidden | pdfium::annotation_flags::kNoView;
      if (annotation && (annotation->GetIntegerFor("F") & kUnseen) == 0) add(annotation);
    }
    cut = notes_.size() > kMaxNotes;
    if (cut) notes_.pop_back();
    for (std::size_t i = 0; i < notes_.size(); ++i) {
      if (!answers_[i]) continue;
      const auto found = numbers_.find(answers_[i].Get());
      if (found != numbers_.end() && found->second < static_cast<std::int32_t>(notes_.size()))
        notes_[i].answers = found->second;
    }
    return std::move(notes_);
  }

 private:
  void add(const RetainPtr<const CPDF_Dictionary>& annotation) {
    const ByteString subtype = annotation->GetNameFor("Subtype");
    PageNote note;
    if (subtype == "FileAttachment") {
      const RetainPtr<const CPDF_Dictionary> file = annotation->GetDictFor("FS");
      if (!file) return;
      const PdfAttachment attachment = attachment_of(*file);
      note.kind = "Attachment";
      note.subject = attachment.name;
      note.text = attachment.mime_type;
      if (attachment.bytes)
        append_to(note.text,
                  {"{}{}", note.text.empty() ? "" : ", ", human_size(*attachment.bytes)});
    } else {
      const auto kind =
          std::find_if(kNoteKinds.begin(), kNoteKinds.end(), [&subtype](const NoteKind& known) {
            return subtype == ByteStringView(known.subtype.data(), known.subtype.size());
          });
      if (kind == kNoteKinds.end()) return;
      // Its appearance shows its text.
      if (subtype == "FreeText" && annotation->KeyExist("AP")) return;
      note.kind = kind->name;
      const std::size_t most = room_ > 0 ? kMaxNoteChars : kShortNoteChars;
      note.text = utf8_line(text_for(*annotation, "Contents", most), most);
      take(note.text.size());
      note.state = utf8_line(text_for(*annotation, "State", kMaxAuthorChars), kMaxAuthorChars);
      if (note.text.empty() && note.state.empty() && !kind->bare) return;
      if (!note.text.empty() && kind->name == "Highlight") note.kind = "Comment";
      if (kind->marks) add_marks(*annotation, note);
    }
    note.author = utf8_line(text_for(*annotation, "T", kMaxAuthorChars), kMaxAuthorChars);
    CFX_FloatRect rect = annotation->GetRectFor("Rect");
    rect.Normalize();
    note.box = page_box(rect, matrix_);
    numbers_.emplace(annotation.Get(), static_cast<std::int32_t>(notes_.size()));
    answers_.push_back(annotation->GetDictFor("IRT"));
    notes_.push_back(std::move(note));
  }

  void take(std::size_t chars) { room_ -= std::min(room_, chars); }

  void add_marks(const CPDF_Dictionary& annotation, PageNote& note) {
    const RetainPtr<const CPDF_Array> quads = annotation.GetArrayFor("QuadPoints");
    const std::size_t count = quads ? quads->size() / kQuadNumbers : 0;
    for (std::size_t i = 0; i < std::min(count, kMaxMarks) && (i == 0 || room_ > 0); ++i) {
      take(kCharsOfMark);
      CFX_FloatRect rect;
      for (std::size_t k = 0; k < kQuadNumbers; k += 2) {
        const CFX_PointF point(quads->GetFloatAt(i * kQuadNumbers + k),
                               quads->GetFloatAt(i * kQuadNumbers + k + 1));
        if (k == 0)
          rect = CFX_FloatRect(point.x, point.y, point.x, point.y);
        else
          rect.UpdateRect(point);
      }
      note.marked.push_back(page_box(rect, matrix_));
    }
  }

  const CPDF_Page& page_;
  const CFX_Matrix& matrix_;
  std::size_t& room_;
  std::vector<PageNote> notes_;
  std::map<const CPDF_Dictionary*, std::int32_t> numbers_;
  std::vector<RetainPtr<const CPDF_Dictionary>> answers_;
};

}  // namespace

std::vector<PageNote> page_notes(const CPDF_Page& page, const CFX_Matrix& matrix, std::size_t& room,
                                 bool& cut) {
  return NoteReader(page, matrix, room).run(cut);
}

}  // namespace lectern
