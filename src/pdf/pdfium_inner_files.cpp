#include "pdf/pdfium_inner_files.h"

#include <string>
#include <utility>

#include "core/fpdfapi/parser/cpdf_array.h"
#include "core/fpdfapi/parser/cpdf_dictionary.h"
#include "core/fpdfapi/parser/cpdf_stream.h"
#include "pdf/pdfium_strings.h"
#include "pdf/pdfium_trees.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxInnerFiles = 100;
constexpr std::size_t kMaxSignatures = 50;
/// Nodes of the tree of fields: their kids may be their parents.
constexpr std::size_t kMaxTreeNodes = 20'000;
constexpr int kMaxTreeDepth = 32;
constexpr std::size_t kMaxFileNameChars = 200;

using DictionaryPtr = RetainPtr<const CPDF_Dictionary>;

class InnerFiles {
 public:
  InnerFiles(CPDF_Document& document, PdfFacts& facts) : document_(document), facts_(facts) {}

  void run() {
    const DictionaryPtr root = pdfium::WrapRetain(document_.GetRoot());
    if (!root) return;
    if (const DictionaryPtr names = root->GetDictFor("Names"))
      add_names(names->GetDictFor("EmbeddedFiles"));
    const DictionaryPtr form = root->GetDictFor("AcroForm");
    if (form) add_fields(form->GetArrayFor("Fields"), false, 0);
    if (nodes_ >= kMaxTreeNodes) facts_.attachments_cut = true;
  }

 private:
  void add_names(DictionaryPtr root) {
    for (const auto& names : arrays_of_tree(std::move(root), "Names")) {
      for (std::size_t i = 1; i < names->size(); i += 2) {
        if (facts_.attachments.size() == kMaxInnerFiles) {
          facts_.attachments_cut = true;
          return;
        }
        if (const DictionaryPtr specification = names->GetDictAt(i))
          facts_.attachments.push_back(attachment_of(*specification));
      }
    }
  }

  /// \param signed_kind  a field above is one for signatures.
  void add_fields(const RetainPtr<const CPDF_Array>& fields, bool signed_kind, int depth) {
    if (!fields || depth > kMaxTreeDepth) return;
    for (std::size_t i = 0; i < fields->size() && ++nodes_ < kMaxTreeNodes; ++i) {
      const DictionaryPtr field = fields->GetDictAt(i);
      if (!field) continue;
      const bool is_signature =
          field->KeyExist("FT") ? field->GetNameFor("FT") == "Sig" : signed_kind;
      const DictionaryPtr value = field->GetDictFor("V");
      if (is_signature && value) {
        if (facts_.signatures.size() == kMaxSignatures) {
          facts_.attachments_cut = true;
          return;
        }
        facts_.signatures.push_back(
            {utf8_line(text_for(*value, "Name", kMaxFileNameChars), kMaxFileNameChars),
             date_text(value->GetByteStringFor("M")),
             utf8_line(text_for(*value, "Reason", kMaxFileNameChars), kMaxFileNameChars)});
      }
      add_fields(field->GetArrayFor("Kids"), is_signature, depth + 1);
    }
  }

  /// "D:20261123110500+01'00'" as people write it.
  static std::string date_text(const ByteString& stored) {
    std::string digits;
    std::size_t at = stored.First(2) == "D:" ? 2 : 0;
    for (; at < stored.GetLength() && digits.size() < 14; ++at) {
      const char c = stored[at];
      if (c < '0' || c > '9') break;
      digits += c;
    }
    if (digits.size() != 14) return utf8_line(WideString::FromLatin1(stored.AsStringView()), 40);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (i == 4 || i == 6) text += '-';
      if (i == 8) text += ' ';
      if (i == 10 || i == 12) text += ':';
      text += digits[i];
    }
    std::string zone;
    for (; at < stored.GetLength() && zone.size() < 6; ++at) {
      const char c = stored[at];
      if ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == 'Z') zone += c;
      if (c == '\'' && zone.size() == 3) zone += ':';
    }
    if (!zone.empty()) text += zone[0] == 'Z' ? "Z" : " " + zone;
    return text;
  }

  CPDF_Document& document_;
  PdfFacts& facts_;
  std::size_t nodes_ = 0;
};

}  // namespace

PdfAttachment attachment_of(const CPDF_Dictionary& specification) {
  PdfAttachment file;
  file.name = utf8_line(text_for(specification, "UF", kMaxFileNameChars), kMaxFileNameChars);
  if (file.name.empty())
    file.name = utf8_line(text_for(specification, "F", kMaxFileNameChars), kMaxFileNameChars);
  const DictionaryPtr files = specification.GetDictFor("EF");
  RetainPtr<const CPDF_Stream> stream = files ? files->GetStreamFor("F") : nullptr;
  if (files && !stream) stream = files->GetStreamFor("UF");
  if (!stream) return file;
  const DictionaryPtr dictionary = stream->GetDict();
  file.mime_type = utf8_line(
      WideString::FromLatin1(dictionary->GetNameFor("Subtype").AsStringView()), kMaxFileNameChars);
  file.formula = file.mime_type == "application/mathml+xml" &&
                 specification.GetNameFor("AFRelationship") == "Supplement";
  const DictionaryPtr parameters = dictionary->GetDictFor("Params");
  if (parameters && parameters->KeyExist("Size") && parameters->GetIntegerFor("Size") >= 0)
    file.bytes = static_cast<std::uint64_t>(parameters->GetIntegerFor("Size"));
  return file;
}

void add_inner_files(CPDF_Document& document, PdfFacts& facts) {
  InnerFiles(document, facts).run();
}

}  // namespace lectern
