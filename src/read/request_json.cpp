// Requests and options from JSON (contract, sections 1 and 5). Field names there are the only list.
#include <charconv>
#include <limits>
#include <utility>

#include "json/json_scanner.h"
#include "read/arguments.h"
#include "read/json.h"
#include "read/json_tree.h"
#include "text/utf8.h"

namespace lectern {
namespace {

template <typename Enum>
using EnumNames = std::pair<std::string_view, Enum>;

constexpr EnumNames<Provider> kProviders[] = {{"anthropic", Provider::kAnthropic},
                                              {"anthropic-large", Provider::kAnthropicLarge},
                                              {"bedrock", Provider::kBedrock},
                                              {"openai", Provider::kOpenAi},
                                              {"gemini", Provider::kGemini},
                                              {"mcp", Provider::kMcp},
                                              {"none", Provider::kNone}};
constexpr EnumNames<HashKind> kHashes[] = {{"sha256", HashKind::kSha256},
                                           {"none", HashKind::kNone}};
constexpr EnumNames<LineNumbers> kLineNumbers[] = {
    {"cat", LineNumbers::kCat}, {"arrow", LineNumbers::kArrow}, {"none", LineNumbers::kNone}};
constexpr EnumNames<Animation> kAnimations[] = {{"keep", Animation::kKeep},
                                                {"first", Animation::kFirst},
                                                {"contact-sheet", Animation::kContactSheet}};
constexpr EnumNames<SvgForm> kSvgForms[] = {{"text", SvgForm::kText}, {"image", SvgForm::kImage}};
constexpr EnumNames<NotebookForm> kNotebookForms[] = {{"cells", NotebookForm::kCells},
                                                      {"raw", NotebookForm::kRaw}};
constexpr EnumNames<NotebookOutputs> kNotebookOutputs[] = {{"all", NotebookOutputs::kAll},
                                                           {"text", NotebookOutputs::kText},
                                                           {"none", NotebookOutputs::kNone}};
constexpr EnumNames<PdfForm> kPdfForms[] = {{"pages", PdfForm::kPages},
                                            {"document", PdfForm::kDocument}};
constexpr EnumNames<PageImages> kPageImages[] = {
    {"auto", PageImages::kAuto}, {"always", PageImages::kAlways}, {"never", PageImages::kNever}};

/// Ranges in one argument; more is a mistake or an attack.
constexpr std::size_t kMaxRanges = 1000;

/// Longer is a mistake or an attack; the parsed tree takes time with the square of its fields.
constexpr std::size_t kMaxArgumentBytes = 65'536;
/// Objects and arrays inside each other in one argument; what is allowed needs two.
constexpr std::uint64_t kMaxArgumentDepth = 16;

std::optional<std::uint64_t> parse_position(std::string_view text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number == 0) return std::nullopt;
  return number;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

FieldRule ranges_field(std::string_view name, std::vector<NumberRange>& target) {
  return {name, [name, &target](const Json& value) -> Result<void> {
            std::string text;
            if (value.is_string()) {
              text = value.get<std::string>();
            } else if (value.is_number_unsigned()) {
              text = compose({"{}", value.get<std::uint64_t>()});
            } else {
              return tl::unexpected<Error>(
                  invalid_argument(name, value, "ranges like \"3\", \"1-5\" or \"2,7-9\""));
            }
            LECTERN_TRY(target, parse_ranges(name, text));
            return {};
          }};
}

FieldRule region_field(std::string_view name, std::optional<PixelRegion>& target) {
  return {
      name, [name, &target](const Json& value) -> Result<void> {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        std::uint64_t width = 0;
        std::uint64_t height = 0;
        const FieldRule rules[] = {integer_field("x", 0, x), integer_field("y", 0, y),
                                   integer_field("width", 1, width),
                                   integer_field("height", 1, height)};
        LECTERN_CHECK(apply_fields(value, name, rules));
        constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max();
        if (width == 0 || height == 0 || x > kMax || y > kMax || width > kMax || height > kMax) {
          return tl::unexpected<Error>(invalid_argument(
              name, value, "{x, y, width, height} in pixels, width and height at least 1"));
        }
        target = PixelRegion{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y),
                             static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
        return {};
      }};
}

FieldRule limits_field(std::string_view name, Limits& limits) {
  return {name, [name, &limits](const Json& value) -> Result<void> {
            const FieldRule rules[] = {
                integer_field("maxImageBytes", 1, limits.max_image_bytes),
                integer_field("maxPdfBytes", 1, limits.max_pdf_bytes),
                integer_field("maxNotebookBytes", 1, limits.max_notebook_bytes),
                integer_field("maxTextBytes", 1, limits.max_text_bytes),
                integer_field("maxPixels", 1, limits.max_pixels),
                integer_field("maxDecodedBytes", 1, limits.max_decoded_bytes),
                integer_field("maxWork", 1, limits.max_work),
                integer_field("maxLines", 1, limits.max_lines),
                integer_field("maxLineChars", 1, limits.max_line_chars),
                integer_field("maxContentChars", 1, limits.max_content_chars),
                integer_field("maxTokens", 1, limits.max_tokens),
                integer_field("maxPages", 1, limits.max_pages),
                integer_field("maxImages", 0, limits.max_images),
                integer_field("maxCellOutputChars", 1, limits.max_cell_output_chars),
                integer_field("maxJsonDepth", 1, limits.max_json_depth),
            };
            return apply_fields(value, name, rules);
          }};
}

Result<Json> parse_object(std::string_view json, std::string_view what) {
  if (json.size() > kMaxArgumentBytes) {
    return fail(ErrorCode::kInvalidArgument,
                {"{} is longer than {} bytes", what, kMaxArgumentBytes});
  }
  JsonScanner scanner(json, kMaxArgumentDepth);
  std::optional<Json> parsed = json_tree(scanner);
  if (scanner.failure() && scanner.failure()->too_deep) {
    return fail(ErrorCode::kInvalidArgument,
                {"{} is nested more than {} deep", what, kMaxArgumentDepth});
  }
  if (!parsed || !scanner.finish() || !is_valid_utf8(as_bytes(json))) {
    return fail(ErrorCode::kInvalidArgument, {"{} is not valid JSON", what});
  }
  return *std::move(parsed);
}

}  // namespace

Result<std::vector<NumberRange>> parse_ranges(std::string_view field, std::string_view text) {
  const auto refuse = [&] {
    return tl::unexpected<Error>(invalid_argument(
        field, std::string(text), "ranges like \"3\", \"1-5\" or \"2,7-9\", counted from 1"));
  };
  std::vector<NumberRange> ranges;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    more = comma != std::string_view::npos;
    const std::string_view item = trimmed(rest.substr(0, comma));
    rest = more ? rest.substr(comma + 1) : std::string_view();
    const std::size_t dash = item.find('-');
    const auto first = parse_position(trimmed(item.substr(0, dash)));
    const auto last =
        dash == std::string_view::npos ? first : parse_position(trimmed(item.substr(dash + 1)));
    if (!first || !last || *first > *last || ranges.size() == kMaxRanges) return refuse();
    ranges.push_back({*first, *last});
  }
  return ranges;
}

Result<ReadRequest> request_from_json(const Json& json) {
  ReadRequest request;
  const FieldRule rules[] = {
      string_field("file_path", request.file_path), integer_field("offset", 1, request.offset),
      integer_field("column", 1, request.column),   integer_field("limit", 1, request.limit),
      ranges_field("pages", request.pages),         ranges_field("cells", request.cells),
      string_field("file_type", request.file_type),
  };
  LECTERN_CHECK(apply_fields(json, "input", rules));
  if (request.file_path.empty()) {
    return fail(ErrorCode::kInvalidArgument, "file_path is required and must not be empty");
  }
  if (request.file_path.find('\0') != std::string::npos) {
    return tl::unexpected<Error>(
        invalid_argument("file_path", request.file_path, "a path without NUL characters"));
  }
  return request;
}

Result<ReadOptions> options_from_json(const Json& json, const ReadOptions& defaults) {
  ReadOptions options = defaults;
  const FieldRule rules[] = {
      limits_field("limits", options.limits),
      enum_field<Provider>("provider", kProviders, options.provider),
      enum_field<HashKind>("hash", kHashes, options.hash),
      string_field("contentHash", options.host.content_hash),
      string_field("modified", options.host.modified),
      enum_field<LineNumbers>("lineNumbers", kLineNumbers, options.text.line_numbers),
      string_field("encoding", options.text.encoding),
      integer_field("countLinesUpToBytes", 0, options.text.count_lines_up_to_bytes),
      integer_field("imagesInRequest", 0, options.host.images_in_request),
      integer_field("bytesInRequest", 0, options.host.bytes_in_request),
      region_field("region", options.region),
      boolean_field("fullResolution", options.image.full_resolution),
      boolean_field("tile", options.image.tile),
      boolean_field("lenientImages", options.image.lenient),
      enum_field<Animation>("animation", kAnimations, options.image.animation),
      enum_field<SvgForm>("svg", kSvgForms, options.image.svg),
      enum_field<NotebookForm>("notebook", kNotebookForms, options.notebook.form),
      enum_field<NotebookOutputs>("outputs", kNotebookOutputs, options.notebook.outputs),
      boolean_field("outline", options.outline),
      enum_field<PdfForm>("pdf", kPdfForms, options.pdf.form),
      enum_field<PageImages>("pageImages", kPageImages, options.pdf.page_images),
      string_field("password", options.password),
      string_field("search", options.search),
  };
  LECTERN_CHECK(apply_fields(json, "options", rules));
  return options;
}

Result<ReadRequest> parse_request(std::string_view json) {
  LECTERN_TRY(const Json parsed, parse_object(json, "input"));
  return request_from_json(parsed);
}

Result<ReadOptions> parse_options(std::string_view json, const ReadOptions& defaults) {
  LECTERN_TRY(const Json parsed, parse_object(json, "options"));
  return options_from_json(parsed, defaults);
}

}  // namespace lectern
