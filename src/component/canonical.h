// The types of lectern.wit as the canonical ABI of the component model lays them out in memory
// (CanonicalABI.md, "Loading" and "Storing"): records as C structures, an option and a variant as a
// tag of one byte before the value, enums in the order of their cases. The order of members here is
// the order there.
#pragma once

#include <cstdint>

namespace lectern::component {

static_assert(sizeof(void*) == 4, "the layout is that of 32-bit WebAssembly");

template <typename T>
struct List {
  T* data = nullptr;
  std::uint32_t size = 0;
};
/// UTF-8; `size` in bytes.
using String = List<const char>;
using Bytes = List<const std::uint8_t>;

template <typename T>
struct Option {
  bool present = false;
  T value = {};
};

/// The index of an enum's case.
using Case = std::uint8_t;

struct ReadInput {
  String file_path;
  Option<std::uint64_t> offset;
  Option<std::uint64_t> column;
  Option<std::uint64_t> limit;
  Option<String> pages;
  Option<String> cells;
  Option<String> file_type;
};

inline constexpr int kLimits = 14;
using Limits = Option<std::uint64_t>[kLimits];

struct PixelRegion {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

struct OptionalLimits {
  bool present = false;
  Limits value;
};

struct ReadOptions {
  OptionalLimits limits;
  Option<Case> provider;
  Option<Case> hash;
  Option<String> content_hash;
  Option<String> modified;
  Option<Case> line_numbers;
  Option<String> encoding;
  Option<std::uint64_t> count_lines_up_to_bytes;
  Option<std::uint64_t> images_in_request;
  Option<std::uint64_t> bytes_in_request;
  Option<PixelRegion> region;
  Option<bool> full_resolution;
  Option<bool> tile;
  Option<bool> lenient_images;
  Option<Case> animation;
  Option<Case> svg;
  Option<Case> notebook;
  Option<Case> outputs;
  Option<bool> outline;
  Option<Case> pdf;
  Option<Case> page_images;
  Option<String> password;
  Option<String> search;
};

/// The parameters of `read`: too many to be handed over one by one, so the host stores them.
struct ReadParameters {
  Bytes bytes;
  ReadInput input;
  ReadOptions options;
};

struct Dimensions {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

struct ImageData {
  Bytes data;
  String media_type;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Option<std::uint64_t> page;
  Option<std::uint64_t> cell;
};

struct DocumentData {
  Bytes data;
  std::uint64_t page_count = 0;
};

struct Part {
  enum Kind : std::uint8_t { kText, kImage };
  Kind kind = kText;
  union {
    String text = {};
    std::uint32_t image;
  };
};

struct Truncation {
  Case cause = 0;
  Option<ReadInput> next;
};

struct PageInfo {
  std::uint64_t page = 0;
  Case page_class = 0;
  Option<String> label;
  double width = 0;
  double height = 0;
};

struct OutlineItem {
  String title;
  std::uint32_t level = 0;
  Option<std::uint64_t> page;
};

struct Metadata {
  std::uint64_t size = 0;
  Option<String> modified;
  String mime_type;
  Option<String> encoding;
  Option<std::uint32_t> encoding_confidence;
  Option<bool> bom;
  Option<Case> eol;
  Option<bool> final_newline;
  Option<std::uint64_t> replacements;
  Option<String> format;
  Option<Dimensions> dimensions;
  Option<Dimensions> original_dimensions;
  Option<double> scale;
  Option<std::uint32_t> bit_depth;
  Option<String> color_type;
  Option<bool> alpha;
  Option<std::uint32_t> orientation;
  Option<std::uint64_t> frames;
  Option<std::uint64_t> duration_ms;
  Option<std::uint64_t> cell_count;
  Option<String> language;
  Option<String> nbformat;
  Option<std::uint64_t> page_count;
  Option<bool> encrypted;
  Option<String> title;
  Option<String> author;
  List<PageInfo> pages;
  List<OutlineItem> outline;
  List<String> warnings;
};

struct ToolResult {
  String content;
  Option<String> short_result;
  Case content_type = 0;
  List<ImageData> images;
  List<DocumentData> documents;
  List<Part> parts;
  std::uint64_t line_count = 0;
  std::uint64_t start_line = 0;
  std::uint64_t end_line = 0;
  Option<std::uint64_t> total_lines;
  bool truncated = false;
  Option<Truncation> truncation;
  Option<String> content_hash;
  Metadata metadata;
};

struct Failure {
  Case code = 0;
  String message;
  Case content_type = 0;
  Option<String> content_hash;
  Metadata metadata;
};

/// What `read` returns.
struct ReadResult {
  ReadResult() : result() {}

  bool is_failure = false;
  union {
    ToolResult result;
    Failure failure;
  };
};

}  // namespace lectern::component
