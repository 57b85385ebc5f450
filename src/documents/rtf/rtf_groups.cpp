// Tokens and groups of RTF: what begins and ends with braces.
#include <algorithm>
#include <utility>

#include "base/message.h"
#include "documents/markdown/escape.h"
#include "documents/rtf/rtf_document.h"
#include "documents/text/fields.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// Deeper groups than any program writes.
constexpr std::size_t kMaxGroups = 2'000;
constexpr std::size_t kMaxStories = 12;
constexpr std::size_t kMaxOpenFields = 200;

int digit_of(std::uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_letter(std::uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

RtfDocument::RtfDocument(const ReadContext& context, MarkdownWriter& writer)
    : context_(context),
      file_(context.bytes),
      review_(context.options.document),
      source_(context.bytes),
      pictures_(source_, context.options) {
  stories_.emplace_back();
  main_ = &writer;
  groups_.emplace_back();
}

Result<void> RtfDocument::read() {
  const std::string_view all = as_chars(file_);
  at_ = all.find("{\\rtf");
  if (at_ == all.npos) return fail(ErrorCode::kCorruptDocument, "no {\\rtf at its start");
  while (at_ < file_.size()) {
    const std::uint8_t c = file_[at_++];
    if (c == '{') {
      LECTERN_CHECK(open_group());
    } else if (c == '}') {
      close_group();
      // What follows the outermost group does not belong to the document.
      if (groups_.size() == 1) {
        const std::string_view rest = all.substr(at_);
        if (rest.find_first_not_of("\0\x1A\r\n\t }"sv) != rest.npos)
          add_to(warnings_, {"{byte} behind the end of the document left out", rest.size()});
        break;
      }
    } else if (c == '\\') {
      control();
    } else if (c != '\r' && c != '\n' && c != 0) {
      byte(c);
    }
  }
  flush_bytes();
  if (groups_.size() > 1) {
    if (!has_text_)
      return fail(ErrorCode::kCorruptDocument,
                  {"the file ends inside of {group}, before any text", groups_.size() - 1}, at_);
    add_to(warnings_, {"the file ends inside of {group}", groups_.size() - 1});
  }
  while (stories_.size() > 1) end_story();
  finish_story(story());
  return {};
}

Result<void> RtfDocument::open_group() {
  flush_bytes();
  to_skip_ = 0;
  if (groups_.size() >= kMaxGroups)
    return fail(ErrorCode::kLimitExceeded, {"groups nest deeper than {}", kMaxGroups}, at_);
  Group inner = group();
  if (std::exchange(group().skips_next_group, false)) inner.target = Target::kSkip;
  inner.is_new = true;
  inner.is_optional = inner.skips_next_group = inner.ends_story = inner.ends_link = false;
  inner.ends_field = inner.is_picture = inner.is_object = inner.is_list_text = false;
  inner.is_font = false;
  groups_.push_back(inner);
  return {};
}

void RtfDocument::close_group() {
  flush_bytes();
  to_skip_ = 0;
  high_surrogate_ = 0;
  if (groups_.size() <= 1) return;
  const Group closed = group();
  if (closed.is_picture) end_picture();
  groups_.pop_back();
  if (closed.is_list_text) end_list_text();
  if (closed.target == Target::kShapeValue && group().target != Target::kShapeValue)
    end_shape_value();
  if (closed.ends_link && !fields_.empty() && fields_.back().is_link) {
    flush_hidden();
    story_writer().end_link();
    fields_.back().is_link = false;
    --story().links;
  }
  if (closed.ends_field) end_field();
  if (closed.ends_story && stories_.size() > 1) end_story();
  if (closed.is_object) object_class_.clear();
}

/// The text of WordArt and watermarks is a property of their shape.
void RtfDocument::end_shape_value() {
  if (std::exchange(shape_name_, {}) != "gtextUNICODE" || shape_value_.empty()) return;
  MarkdownText box;
  MarkdownWriter writer(box, story_writer().in_table());
  writer.text(shape_value_);
  writer.finish();
  story().boxes.push_back(box.take());
}

void RtfDocument::control() {
  if (at_ >= file_.size()) return;
  const std::uint8_t first = file_[at_];
  if (!is_letter(first)) {
    ++at_;
    return symbol_control(static_cast<char>(first));
  }
  const std::size_t start = at_;
  while (at_ < file_.size() && is_letter(file_[at_]) && at_ - start < 40) ++at_;
  const std::string_view name = as_chars(file_).substr(start, at_ - start);
  std::optional<std::int32_t> parameter;
  const bool is_negative =
      at_ + 1 < file_.size() && file_[at_] == '-' && file_[at_ + 1] >= '0' && file_[at_ + 1] <= '9';
  if (is_negative) ++at_;
  std::int64_t value = 0;
  for (; at_ < file_.size() && file_[at_] >= '0' && file_[at_] <= '9'; ++at_) {
    value = std::min<std::int64_t>(value * 10 + (file_[at_] - '0'), 2'000'000'000);
    parameter = static_cast<std::int32_t>(is_negative ? -value : value);
  }
  if (at_ < file_.size() && file_[at_] == ' ') ++at_;
  if (name == "bin") return binary(static_cast<std::uint64_t>(std::max(parameter.value_or(0), 0)));
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  if (name == "u") {
    if (parameter) unicode(*parameter);
    return;
  }
  flush_bytes();
  word(name, parameter);
}

void RtfDocument::binary(std::uint64_t count) {
  const std::size_t size =
      static_cast<std::size_t>(std::min<std::uint64_t>(count, file_.size() - at_));
  if (group().target == Target::kPicture) {
    picture_start_ = at_;
    picture_end_ = at_ + size;
    picture_is_binary_ = true;
  }
  at_ += size;
}

void RtfDocument::symbol_control(char c) {
  if (c == '\'') return hex_byte();
  if (to_skip_ > 0 && c != '*') {
    --to_skip_;
    return;
  }
  if (c == '*') {
    group().is_optional = true;
  } else if (c == '\\' || c == '{' || c == '}') {
    byte(static_cast<std::uint8_t>(c));
  } else if (c == '~') {
    flush_bytes();
    text("\xC2\xA0");
  } else if (c == '_') {
    flush_bytes();
    text("-");
  } else if (c == '\r' || c == '\n') {
    flush_bytes();
    word("par", std::nullopt);
  } else if (c == '\t') {
    flush_bytes();
    text("\t");
  }
}

void RtfDocument::hex_byte() {
  if (at_ + 2 > file_.size()) return;
  const int high = digit_of(file_[at_]);
  const int low = digit_of(file_[at_ + 1]);
  if (high < 0 || low < 0) return;
  at_ += 2;
  if (to_skip_ > 0) {
    --to_skip_;
    return;
  }
  const auto value = static_cast<std::uint8_t>(high * 16 + low);
  if (value == '\r' || value == '\n') return;
  byte(value);
}

/// True when the word says what the group is for.
bool RtfDocument::destination(std::string_view name) {
  struct Named {
    std::string_view name;
    Target target;
  };
  constexpr Named kTargets[] = {{"fonttbl", Target::kFontTable},
                                {"colortbl", Target::kColours},
                                {"stylesheet", Target::kStyles},
                                {"revtbl", Target::kAuthors},
                                {"title", Target::kTitle},
                                {"author", Target::kAuthor},
                                {"info", Target::kSilent},
                                {"fldinst", Target::kInstruction},
                                {"atnauthor", Target::kCommentAuthor},
                                {"objclass", Target::kObjectClass},
                                {"shpinst", Target::kSilent},
                                {"sp", Target::kSilent},
                                {"sn", Target::kShapeName},
                                {"sv", Target::kShapeValue},
                                {"formfield", Target::kForm},
                                {"do", Target::kSilent}};
  constexpr std::string_view kSkipped[] = {"nonshppict",
                                           "shprslt",
                                           "objdata",
                                           "themedata",
                                           "colorschememapping",
                                           "latentstyles",
                                           "datastore",
                                           "rsidtbl",
                                           "generator",
                                           "xmlnstbl",
                                           "listtable",
                                           "listoverridetable",
                                           "mmathPr",
                                           "wgrffmtfilter",
                                           "bkmkstart",
                                           "bkmkend",
                                           "xe",
                                           "tc",
                                           "tcn",
                                           "rxe",
                                           "txe",
                                           "atnid",
                                           "atnref",
                                           "atndate",
                                           "atntime",
                                           "atrfstart",
                                           "atrfend",
                                           "picprop",
                                           "blipuid",
                                           "ftnsep",
                                           "ftnsepc",
                                           "ftncn",
                                           "aftnsep",
                                           "aftnsepc",
                                           "aftncn",
                                           "pnseclvl",
                                           "nonesttables",
                                           "keywords",
                                           "subject",
                                           "operator",
                                           "category",
                                           "comment",
                                           "doccomm",
                                           "company",
                                           "manager",
                                           "hlinkbase",
                                           "creatim",
                                           "revtim",
                                           "printim",
                                           "buptim",
                                           "filetbl",
                                           "template",
                                           "objname",
                                           "objalias",
                                           "userprops",
                                           "panose",
                                           "falt",
                                           "fontemb",
                                           "fontfile",
                                           "pntxta",
                                           "pntxtb",
                                           "pn",
                                           "protusertbl",
                                           "passwordhash",
                                           "datafield",
                                           "ffname",
                                           "ffdeftext",
                                           "ffhelptext",
                                           "ffstattext",
                                           "ffformat",
                                           "ffentrymcr",
                                           "ffexitmcr",
                                           "fldtype",
                                           "oldcprops",
                                           "oldpprops",
                                           "oldtprops",
                                           "oldsprops",
                                           "mhtmltag",
                                           "htmltag",
                                           "background"};
  for (const Named& each : kTargets) {
    if (each.name != name) continue;
    if (name == "title" || name == "author") {
      if (group().target != Target::kSilent) return true;
    }
    if (name == "fldinst" && fields_.empty()) {
      group().target = Target::kSkip;
      return true;
    }
    group().target = each.target;
    if (each.target == Target::kShapeName) shape_name_.clear();
    if (each.target == Target::kShapeValue) shape_value_.clear();
    return true;
  }
  if (std::find(std::begin(kSkipped), std::end(kSkipped), name) != std::end(kSkipped)) {
    group().target = Target::kSkip;
    return true;
  }
  const bool in_skipped = group().target == Target::kSkip;
  if (name == "listtext" || name == "pntext") {
    if (in_skipped) return true;
    marker_.clear();
    group().target = Target::kMarker;
    group().is_list_text = true;
  } else if (name == "pict") {
    if (in_skipped) return true;
    group().target = Target::kPicture;
    group().is_picture = true;
    picture_start_ = picture_end_ = 0;
    picture_is_binary_ = false;
  } else if (name == "field") {
    if (in_skipped || fields_.size() >= kMaxOpenFields) return true;
    fields_.emplace_back();
    group().ends_field = true;
  } else if (name == "fldrslt") {
    if (!in_skipped && !fields_.empty()) begin_result();
  } else if (name == "object") {
    group().is_object = true;
    object_class_.clear();
  } else if (name == "result") {
    if (!object_class_.empty() && !in_skipped)
      raw(compose({"[Embedded object {}]", MarkdownWriter::escaped(object_class_)}),
          MarkKind::kPicture);
    object_class_.clear();
  } else if (name == "footnote") {
    if (!in_skipped) begin_story(StoryKind::kNote);
  } else if (name == "annotation") {
    if (!in_skipped) begin_story(StoryKind::kComment);
  } else if (name == "header" || name == "headerl" || name == "headerr" || name == "headerf") {
    if (!in_skipped) begin_story(StoryKind::kHeader);
  } else if (name == "footer" || name == "footerl" || name == "footerr" || name == "footerf") {
    if (!in_skipped) begin_story(StoryKind::kFooter);
  } else if (name == "shptxt" || name == "dptxbxtext") {
    if (!in_skipped) begin_story(StoryKind::kBox);
  } else if (name == "upr") {
    group().skips_next_group = true;
  } else if (name == "ud" || name == "shppict" || name == "nesttableprops" || name == "shpgrp" ||
             name == "shp" || name == "cs" || name == "hl" || name == "moveto" ||
             name == "movefrom") {
    return true;
  } else {
    return false;
  }
  return true;
}

void RtfDocument::begin_story(StoryKind kind) {
  if (stories_.size() >= kMaxStories) {
    if (!std::exchange(lacks_stories_, true))
      add_to(warnings_, {"texts nested deeper than {} left out", kMaxStories});
    group().target = Target::kSkip;
    return;
  }
  flush_hidden();
  Story inner;
  inner.kind = kind;
  inner.text = std::make_unique<MarkdownText>();
  const bool is_line =
      kind == StoryKind::kComment || kind == StoryKind::kHeader || kind == StoryKind::kFooter;
  const bool in_cell = kind == StoryKind::kBox && story_writer().in_table();
  inner.writer = std::make_unique<MarkdownWriter>(*inner.text, is_line || in_cell);
  stories_.push_back(std::move(inner));
  group().target = Target::kText;
  group().ends_story = true;
  group().look = {};
  group().look.font = default_font_;
}

void RtfDocument::finish_story(Story& done) {
  flush_hidden();
  end_paragraph();
  finish_tables(0);
  story_writer().end_block();
  for (const std::string& box : std::exchange(done.boxes, {})) story_writer().note_block(box);
  story_writer().finish();
}

void RtfDocument::end_story() {
  finish_story(story());
  const StoryKind kind = story().kind;
  std::string markdown = story().text->take();
  stories_.pop_back();
  const std::string line = in_one_line(markdown);
  switch (kind) {
    case StoryKind::kNote:
      if (markdown.empty()) break;
      raw(review_.note_mark(review_.add_note(std::move(markdown))), MarkKind::kNote);
      break;
    case StoryKind::kComment:
      raw(review_.comment_mark("Comment", comment_author_, line, false), MarkKind::kNote);
      comment_author_.clear();
      break;
    case StoryKind::kHeader:
    case StoryKind::kFooter: {
      std::string mark =
          review_.header_mark(kind == StoryKind::kHeader ? "Header" : "Footer", line);
      if (!mark.empty()) story().boxes.push_back(std::move(mark));
      break;
    }
    case StoryKind::kBox:
      if (!markdown.empty()) story().boxes.push_back(std::move(markdown));
      break;
    case StoryKind::kMain:
      break;
  }
  if (!story().is_open && !story_writer().in_table()) {
    for (const std::string& box : std::exchange(story().boxes, {})) story_writer().note_block(box);
  }
}

void RtfDocument::begin_result() {
  Field& field = fields_.back();
  field.has_result = true;
  group().target = Target::kText;
  const std::string target = hyperlink_target(field.instruction);
  if (target.empty() || story().links > 0) return;
  open_block();
  flush_hidden();
  story_writer().begin_link(target);
  ++story().links;
  field.is_link = true;
  group().ends_link = true;
}

void RtfDocument::end_field() {
  if (fields_.empty()) return;
  const Field field = std::move(fields_.back());
  fields_.pop_back();
  if (group().target != Target::kText) return;
  if (field.form_type == 1U) {
    // 25 stands for the value that it has by default.
    const std::uint32_t value = field.form_result.value_or(25);
    show((value == 25 ? field.form_default.value_or(0) : value) != 0 ? "☑" : "☐");
  } else if (!field.has_result) {
    show(field_symbol(field.instruction));
  }
}

void RtfDocument::end_picture() {
  if (picture_end_ <= picture_start_) return;
  raw(pictures_.mark(compose({"{}+{}{}", picture_start_, picture_end_ - picture_start_,
                              picture_is_binary_ ? "b" : ""}),
                     ""),
      MarkKind::kPicture);
}

void RtfDocument::end_list_text() {
  while (!marker_.empty() && (marker_.back() == ' ' || marker_.back() == '\t')) marker_.pop_back();
  marker_.erase(0, std::min(marker_.find_first_not_of(" \t"), marker_.size()));
  if (marker_.size() < 100) story().marker = marker_;
  marker_.clear();
}

}  // namespace lectern
