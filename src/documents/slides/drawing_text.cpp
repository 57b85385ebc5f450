#include "documents/slides/drawing_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "documents/math/omml.h"
#include "documents/xml/alternate_content.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxParagraphs = 100'000;
constexpr std::size_t kMaxRunBytes = std::size_t{1} << 20;

std::uint32_t small_number(std::string_view text, std::uint32_t fallback, std::uint32_t most) {
  std::uint32_t value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::min(value, most);
}

/// At an element that says what the bullet is. \returns whether it was one.
bool read_bullet(XmlReader& xml, Bullet& bullet) {
  if (xml.space() != Xmlns::kDrawing) return false;
  if (xml.name() == "buNone") {
    bullet.kind = Bullet::Kind::kNone;
  } else if (xml.name() == "buChar" || xml.name() == "buBlip") {
    bullet.kind = Bullet::Kind::kMark;
  } else if (xml.name() == "buAutoNum") {
    bullet.kind = Bullet::Kind::kNumber;
    // Each paragraph has it; the longest is ea1JpnChsDbPeriod.
    bullet.format = xml.value("type").substr(0, 40);
    bullet.start = small_number(xml.value("startAt"), 1, 100'000);
  } else {
    return false;
  }
  return true;
}

class TextReader {
 public:
  TextReader(XmlReader& xml, PartLinks* links, SlideRoom& room)
      : xml_(xml), links_(links), room_(room) {}

  void read_paragraph(SlideParagraph& paragraph) {
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != XmlReader::Event::kStart || choice_.handles(xml_)) continue;
      if (xml_.is(Xmlns::kDrawing, "pPr")) {
        paragraph.level = small_number(xml_.value("lvl"), 0, kBulletLevels - 1);
        const std::size_t inner = xml_.depth();
        while (xml_.next_in(inner)) {
          if (xml_.event() == XmlReader::Event::kStart) read_bullet(xml_, paragraph.bullet);
        }
      } else if (xml_.is(Xmlns::kDrawing, "r") || xml_.is(Xmlns::kDrawing, "fld")) {
        read_run(paragraph);
      } else if (xml_.is(Xmlns::kDrawing, "br")) {
        paragraph.runs.push_back({SlideRun::Kind::kBreak});
        xml_.skip();
      } else if (xml_.is(Xmlns::kMath, "oMath")) {
        read_math(paragraph);
      } else if (xml_.is(Xmlns::kDrawing, "endParaRPr")) {
        xml_.skip();
      }
    }
  }

 private:
  void read_run(SlideParagraph& paragraph) {
    SlideRun run;
    const bool is_field = xml_.name() == "fld";
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (xml_.event() != XmlReader::Event::kStart || choice_.handles(xml_)) continue;
      if (xml_.is(Xmlns::kDrawing, "rPr")) {
        const auto is_on = [this](std::string_view name) {
          const std::string_view value = xml_.value(name);
          return value == "1" || value == "true" || value == "on";
        };
        if (is_on("b")) run.style |= kBold;
        if (is_on("i")) run.style |= kItalic;
        if (const auto strike = xml_.attribute("strike"); strike && *strike != "noStrike")
          run.style |= kStrike;
        if (const auto baseline = xml_.attribute("baseline");
            baseline && !baseline->empty() && *baseline != "0" && *baseline != "0%")
          run.style |= baseline->front() == '-' ? kSubscript : kSuperscript;
        read_link(run);
      } else if (xml_.is(Xmlns::kDrawing, "t")) {
        std::string text = xml_.text_inside(kMaxRunBytes);
        if (run.text.empty()) {
          run.text = std::move(text);
        } else {
          run.text += text;
        }
      } else if (is_field && xml_.is(Xmlns::kDrawing, "pPr")) {
        xml_.skip();
      } else if (xml_.is(Xmlns::kMath, "oMath")) {
        read_math(paragraph);
      }
    }
    add(paragraph, std::move(run));
  }

  void read_link(SlideRun& run) {
    const std::size_t depth = xml_.depth();
    while (xml_.next_in(depth)) {
      if (links_ == nullptr || !xml_.starts(Xmlns::kDrawing, "hlinkClick")) continue;
      const Relationship* relationship =
          links_->find(xml_.attribute(Xmlns::kRelationships, "id").value_or(""));
      if (relationship != nullptr && relationship->is_external)
        run.link = room_.link(relationship->target);
    }
  }

  void read_math(SlideParagraph& paragraph) {
    SlideRun run{SlideRun::Kind::kMath};
    run.text = read_office_math(xml_);
    if (room_.take(run.text.size() + sizeof(SlideRun))) paragraph.runs.push_back(std::move(run));
  }

  void add(SlideParagraph& paragraph, SlideRun run) {
    if (!room_.take(run.text.size() + sizeof(SlideRun))) return;
    // A vertical tab is a line break.
    std::size_t from = 0;
    for (std::size_t at = run.text.find('\v'); at != run.text.npos;
         at = run.text.find('\v', from)) {
      if (!room_.take(run.link.size() + 2 * sizeof(SlideRun))) return;
      paragraph.runs.push_back({run.kind, run.style, run.text.substr(from, at - from), run.link});
      paragraph.runs.push_back({SlideRun::Kind::kBreak});
      from = at + 1;
    }
    if (from > 0) run.text.erase(0, from);
    if (!run.text.empty()) paragraph.runs.push_back(std::move(run));
  }

  XmlReader& xml_;
  PartLinks* links_;
  SlideRoom& room_;
  AlternateContent choice_;
};

}  // namespace

bool SlideRoom::take(std::size_t bytes) {
  if (bytes > kMaxSlideTextBytes - std::min(taken, kMaxSlideTextBytes)) {
    lacks_text = true;
    return false;
  }
  taken += bytes;
  return true;
}

std::string SlideRoom::link(const std::string& target) {
  if (target.size() > kMostSlideLinkBytes || target.size() + taken > kMaxSlideTextBytes) {
    ++lost_links;
    return "";
  }
  taken += target.size();
  return target;
}

bool has_text(const SlideText& text) {
  for (const SlideParagraph& paragraph : text) {
    for (const SlideRun& run : paragraph.runs) {
      if (run.text.find_first_not_of(" \t\n\r") != run.text.npos) return true;
    }
  }
  return false;
}

std::string line_of(const SlideText& text) {
  std::string line;
  bool is_gap = false;
  const auto add = [&](std::string_view piece) {
    for (const char c : piece) {
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        is_gap = true;
      } else {
        if (is_gap && !line.empty()) line += ' ';
        is_gap = false;
        line += c;
      }
    }
  };
  for (const SlideParagraph& paragraph : text) {
    for (const SlideRun& run : paragraph.runs) {
      if (run.kind == SlideRun::Kind::kBreak) {
        is_gap = true;
      } else {
        add(run.text);
      }
    }
    is_gap = true;
  }
  return line;
}

void read_drawing_text(XmlReader& xml, PartLinks* links, SlideText& text, LevelBullets* bullets,
                       SlideRoom& room) {
  TextReader reader(xml, links, room);
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (bullets != nullptr && xml.is(Xmlns::kDrawing, "lstStyle")) {
      read_level_bullets(xml, *bullets);
    } else if (xml.is(Xmlns::kDrawing, "p")) {
      if (text.size() < kMaxParagraphs && room.take(sizeof(SlideParagraph)))
        reader.read_paragraph(text.emplace_back());
      else
        room.lacks_text = true;
    }
  }
}

void read_level_bullets(XmlReader& xml, LevelBullets& bullets) {
  const std::size_t depth = xml.depth();
  std::size_t level = 0;
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart || xml.space() != Xmlns::kDrawing) continue;
    const std::string_view name = xml.name();
    if (name.size() == 7 && name.starts_with("lvl") && name.ends_with("pPr") && name[3] >= '1' &&
        name[3] <= '9') {
      level = static_cast<std::size_t>(name[3] - '1');
    } else if (name.starts_with("bu")) {
      if (level >= bullets.size()) bullets.resize(level + 1);
      read_bullet(xml, bullets[level]);
    }
  }
}

}  // namespace lectern
