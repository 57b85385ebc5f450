// WordprocessingML of Word 2003 in the words of Office Open XML (ECMA-376 part 1). Not taken over:
// fonts, settings, bookmarks, changes of formatting, objects (named, with the picture that they
// show).
#include <array>
#include <cstdlib>
#include <utility>

#include "base/format.h"
#include "documents/flat/flat_parts.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr int kMaxWordNesting = 500;
constexpr std::size_t kMaxLinkedMargins = 200;

/// Names that have changed.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kNewNames{{
    {"listPr", "numPr"},
    {"ilfo", "numId"},
    {"vmerge", "vMerge"},
    {"hmerge", "hMerge"},
    {"listDef", "abstractNum"},
    {"list", "num"},
    {"ilst", "abstractNumId"},
    {"listStyleLink", "numStyleLink"},
    {"nfc", "numFmt"},
    {"hlink", "hyperlink"},
    {"wordDocument", "document"},
}};

std::string_view new_name(std::string_view name) {
  for (const auto& [before, after] : kNewNames) {
    if (before == name) return after;
  }
  return name;
}

/// Numbers as names: [MS-DOC] 2.9.* (MSONFC) and ECMA-376 part 1, 17.18.59.
std::string_view number_format_name(std::string_view code) {
  constexpr std::string_view kNames[] = {"decimal",      "upperRoman",  "lowerRoman",
                                         "upperLetter",  "lowerLetter", "ordinal",
                                         "cardinalText", "ordinalText"};
  const std::string digits(code.substr(0, 4));
  const unsigned long number = std::strtoul(digits.c_str(), nullptr, 10);
  if (number < std::size(kNames)) return kNames[number];
  if (number == 22) return "decimalZero";
  if (number == 23) return "bullet";
  return number == 255 ? "none" : "decimal";
}

class Word2003 {
 public:
  Word2003(XmlReader& xml, FlatParts& parts)
      : xml_(xml),
        parts_(parts),
        body_(parts.room()),
        footnotes_(parts.room()),
        endnotes_(parts.room()),
        comments_(parts.room()),
        relations_(parts.room()) {}

  void take_apart() {
    const std::size_t depth = xml_.depth();
    start_part(footnotes_, "footnotes");
    start_part(endnotes_, "endnotes");
    start_part(comments_, "comments");
    relations_.start(Xmlns::kPackageRelationships, "Relationships");
    bool has_body = false;
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      if (xml_.is(Xmlns::kWord2003, "body")) {
        has_body = true;
        start_part(body_, "document");
        to_ = &body_;
        element(0);
      } else if (xml_.is(Xmlns::kWord2003, "styles")) {
        other_part("styles", "styles");
      } else if (xml_.is(Xmlns::kWord2003, "lists")) {
        other_part("numbering", "numbering");
      } else if (xml_.is(Xmlns::kVmlOffice, "DocumentProperties")) {
        properties();
      } else {
        xml_.skip();
      }
    }
    if (!has_body) return;
    finish("document", body_);
    finish("footnotes", footnotes_);
    finish("endnotes", endnotes_);
    finish("comments", comments_);
    for (const std::string_view type : {"footnotes", "endnotes", "comments"}) relate(type);
    while (relations_.depth() > 0) relations_.end();
    const PartPieces relations = relations_.take();
    for (const std::string_view part : {"document", "footnotes", "endnotes", "comments"})
      linked_.emplace_back(part);
    for (const std::string& part : linked_)
      parts_.add(compose({"word/_rels/{}.xml.rels", part}), relations);
  }

 private:
  void start_part(PartWriter& writer, std::string_view root) { writer.start(Xmlns::kWord, root); }
  void finish(std::string_view name, PartWriter& writer) {
    while (writer.depth() > 0) writer.end();
    parts_.add(compose({"word/{}.xml", name}), writer);
  }

  std::string relate(std::string_view type, std::string_view target, bool is_external) {
    has_links_ = true;
    const std::string id = compose({"r{}", ++relation_count_});
    relations_.start(Xmlns::kPackageRelationships, "Relationship");
    relations_.attribute(Xmlns::kNone, "Id", id);
    relations_.attribute(Xmlns::kNone, "Type", type);
    relations_.attribute(Xmlns::kNone, "Target", target);
    if (is_external) relations_.attribute(Xmlns::kNone, "TargetMode", "External");
    relations_.end();
    return id;
  }
  void relate(std::string_view part) { relate(part, compose({"{}.xml", part}), false); }

  /// An element that becomes a part of its own.
  void other_part(std::string_view root, std::string_view part) {
    PartWriter writer(parts_.room());
    start_part(writer, root);
    PartWriter* const outer = std::exchange(to_, &writer);
    children(0);
    to_ = outer;
    finish(part, writer);
    relate(part);
  }

  void properties() {
    PartWriter writer(parts_.room());
    writer.start(Xmlns::kCoreProperties, "coreProperties");
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != Event::kStart) continue;
      const std::string_view name = xml_.name() == "Title"    ? "title"
                                    : xml_.name() == "Author" ? "creator"
                                                              : "";
      const std::string text = xml_.text_inside(2'000);
      if (name.empty()) continue;
      writer.start(Xmlns::kDublinCore, name);
      writer.text(text);
      writer.end();
    }
    writer.end();
    parts_.add("docProps/core.xml", writer);
  }

  /// At a start: all that is in the element.
  void children(int nesting) {
    if (nesting > kMaxWordNesting) return xml_.skip();
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() == Event::kStart) {
        element(nesting + 1);
      } else if (xml_.event() == Event::kText) {
        to_->text(xml_.text());
      }
    }
  }

  void copy(int nesting, std::string_view name) {
    to_->start_as(xml_, Xmlns::kWord, name);
    children(nesting);
    to_->end();
  }

  void element(int nesting) {
    const std::string_view name = xml_.name();
    switch (xml_.space()) {
      case Xmlns::kWord2003:
        return word_element(nesting, name);
      case Xmlns::kAnnotation2003:
        if (name == "annotation") return annotation(nesting);
        return children(nesting);
      // Sections, and elements of schemas of others, around blocks and runs.
      case Xmlns::kWordHint2003:
      case Xmlns::kUnknown:
      case Xmlns::kNone:
        return children(nesting);
      case Xmlns::kVml:
        to_->start_as(xml_);
        if (name == "imagedata") {
          if (const auto source = xml_.attribute("src"))
            to_->attribute(Xmlns::kRelationships, "id", picture(*source));
        }
        break;
      default:
        to_->start_as(xml_);
    }
    children(nesting);
    to_->end();
  }

  void word_element(int nesting, std::string_view name) {
    if (name == "footnote" || name == "endnote") {
      note(nesting, name == "footnote" ? footnotes_ : endnotes_, name);
    } else if (name == "hdr" || name == "ftr") {
      margin(nesting, name == "hdr");
    } else if (name == "binData") {
      const std::string id = picture(xml_.value("name"));
      parts_.add_encoded("word/" + targets_[id], xml_);
    } else if (name == "docOleData" || name == "docSuppData") {
      xml_.skip();
    } else if (name == "hlink") {
      const std::string target(xml_.value("dest"));
      const std::string anchor(xml_.value("bookmark"));
      to_->start(Xmlns::kWord, "hyperlink");
      if (!target.empty())
        to_->attribute(Xmlns::kRelationships, "id", relate("hyperlink", target, true));
      if (!anchor.empty()) to_->attribute("anchor", anchor);
      children(nesting);
      to_->end();
    } else if (name == "nfc") {
      to_->start(Xmlns::kWord, "numFmt");
      to_->attribute("val", number_format_name(xml_.value("val")));
      xml_.skip();
      to_->end();
    } else if (name == "listDef" || name == "list") {
      const bool is_definition = name == "listDef";
      const std::string id(xml_.value(is_definition ? "listDefId" : "ilfo"));
      to_->start(Xmlns::kWord, new_name(name));
      to_->attribute(is_definition ? "abstractNumId" : "numId", id);
      children(nesting);
      to_->end();
    } else {
      copy(nesting, new_name(name));
    }
  }

  /// Notes stand in the run that refers to them.
  void note(int nesting, PartWriter& notes, std::string_view name) {
    const std::string id = std::to_string(++note_count_);
    to_->start(Xmlns::kWord, name == "footnote" ? "footnoteReference" : "endnoteReference");
    to_->attribute("id", id);
    to_->end();
    into(notes, name, id, "", nesting);
  }

  void into(PartWriter& notes, std::string_view name, std::string_view id, std::string_view author,
            int nesting) {
    // What stands in a note of its own kind would break its part.
    if (to_ == &notes) return xml_.skip();
    PartWriter* const outer = std::exchange(to_, &notes);
    const std::size_t depth = notes.depth();
    notes.start(Xmlns::kWord, name);
    notes.attribute("id", id);
    if (!author.empty()) notes.attribute("author", author);
    children(nesting);
    while (notes.depth() > depth) notes.end();
    to_ = outer;
  }

  void margin(int nesting, bool is_header) {
    const std::string part = "margin" + std::to_string(++margins_);
    PartWriter writer(parts_.room());
    start_part(writer, is_header ? "hdr" : "ftr");
    PartWriter* const outer = std::exchange(to_, &writer);
    has_links_ = false;
    children(nesting);
    to_ = outer;
    finish(part, writer);
    // Each has all relationships, and more headers are not shown.
    if (has_links_ && linked_.size() < kMaxLinkedMargins) linked_.push_back(part);
    relate(is_header ? "header" : "footer", part + ".xml", false);
  }

  /// Changes and comments.
  void annotation(int nesting) {
    const std::string_view type =
        xml_.attribute(Xmlns::kWord2003, "type").value_or(xml_.value("type"));
    const std::string author(xml_.value("author"));
    if (type == "Word.Insertion" || type == "Word.Deletion") {
      to_->start(Xmlns::kWord, type == "Word.Insertion" ? "ins" : "del");
      to_->attribute("author", author);
      children(nesting);
      to_->end();
    } else if (type == "Word.Comment") {
      const std::string id = std::to_string(++note_count_);
      to_->start(Xmlns::kWord, "commentReference");
      to_->attribute("id", id);
      to_->end();
      into(comments_, "comment", id, author, nesting);
    } else {
      xml_.skip();
    }
  }

  /// The relationship of a picture that the document names.
  std::string picture(std::string_view name) {
    has_links_ = true;
    const auto [found, is_new] = pictures_.try_emplace(std::string(name));
    if (is_new) {
      const bool is_inside = name.starts_with("wordml:");
      std::string target = is_inside ? compose({"media/{}", pictures_.size()}) : std::string(name);
      found->second = relate("image", target, !is_inside);
      targets_.emplace(found->second, std::move(target));
    }
    return found->second;
  }

  XmlReader& xml_;
  FlatParts& parts_;
  PartWriter body_, footnotes_, endnotes_, comments_, relations_;
  PartWriter* to_ = nullptr;
  std::map<std::string, std::string, std::less<>> pictures_;  ///< relationships, by name
  std::map<std::string, std::string, std::less<>> targets_;   ///< parts, by relationship
  std::uint64_t relation_count_ = 0;
  std::uint64_t note_count_ = 0;
  std::uint64_t margins_ = 0;
  bool has_links_ = false;           ///< what is read uses relationships
  std::vector<std::string> linked_;  ///< parts that do
};

}  // namespace

void take_word_2003_apart(XmlReader& xml, FlatParts& parts) { Word2003(xml, parts).take_apart(); }

}  // namespace lectern
