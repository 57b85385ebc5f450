// Writes the shapes of a slide as Markdown, whatever format they come from.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/drawing/chart.h"
#include "documents/drawing/diagram.h"
#include "documents/markdown/markdown_writer.h"
#include "documents/slides/slide_model.h"

namespace lectern {

/// Where a writer finds what a shape refers to.
class SlideParts {
 public:
  virtual ~SlideParts() = default;
  virtual std::optional<Chart> chart(const SlideShape& shape) = 0;
  virtual std::vector<DiagramItem> diagram(const SlideShape& shape) = 0;
  /// The size of a file in the package; nullopt when it is not there.
  virtual std::optional<std::uint64_t> size_of(std::string_view part) = 0;
  virtual DocumentPictures& pictures() = 0;
};

/// What was counted on the way.
struct SlideCounts {
  std::uint64_t hidden_slides = 0;
  std::uint64_t hidden_shapes = 0;
  std::uint64_t outside_shapes = 0;
  void add(const SlideCounts& of_slide);
  /// Says what is hidden.
  void tell(DocumentInfo& info, std::vector<std::string>& warnings) const;
};

class SlideWriter {
 public:
  SlideWriter(MarkdownWriter& writer, SlideParts& parts) : writer_(writer), parts_(parts) {}

  /// Writes shapes in their order, but no title, which stands in the slide's heading.
  /// \param page  the slide; shapes beyond it are marked.
  void write(const std::vector<SlideShape>& shapes, const std::optional<SlideBox>& page);
  void write_shape(const SlideShape& shape);
  /// Paragraphs with their bullets.
  void write_text(const SlideText& text, std::string_view link = {});
  const SlideCounts& counts() const { return counts_; }

 private:
  bool is_outside(const SlideShape& shape) const;
  void write_paragraph(const SlideParagraph& paragraph, std::string_view link);
  void write_table(const SlideTable& table);
  void write_picture(const SlideShape& shape);
  void write_object(const SlideShape& shape);
  void write_connectors(const std::vector<SlideShape>& shapes);
  void write_all(const std::vector<SlideShape>& shapes);

  MarkdownWriter& writer_;
  SlideParts& parts_;
  std::optional<SlideBox> page_;
  SlideCounts counts_;
  /// Numbers of the levels of the shape that is being written, and what they count.
  std::array<std::uint32_t, kBulletLevels> numbers_{};
  LevelBullets counted_;
};

/// Footers and dates, each shown where it begins to apply. Numbers of slides are left out.
class SlideFooters {
 public:
  /// Takes those of a slide out of its shapes.
  void take(std::vector<SlideShape>& shapes);
  void add(std::string placeholder, std::string text);
  /// Writes what is new of the taken ones.
  void write(SlideWriter& writer);

 private:
  std::vector<SlideShape> taken_;
  std::map<std::string, std::string, std::less<>> last_;
};

/// The text of the first title; "" without one.
std::string title_of(const std::vector<SlideShape>& shapes);

/// "(iv)" for 4 in "romanLcParenBoth".
std::string bullet_number(std::uint32_t number, std::string_view format);

}  // namespace lectern
