#include "media/binary_reader.h"

#include <string>
#include <utility>

#include "base/file_parts.h"
#include "base/format.h"
#include "base/message.h"
#include "detect/signatures.h"
#include "media/binary_facts.h"
#include "media/hex_view.h"
#include "media/media_facts.h"
#include "media/tag_text.h"
#include "read/refusal.h"

namespace lectern {
namespace {

/// As long as the heads of parts that tell where the next ones are.
constexpr std::uint64_t kMostHeadBytes = 64;

/// "1:02:03.5"; "0.480 s" of less than ten seconds.
std::string duration_text(std::uint64_t milliseconds) {
  const std::uint64_t seconds = milliseconds / 1000;
  const auto padded = [](std::uint64_t value, std::size_t width) {
    std::string digits = compose({"{}", value});
    return std::string(width - std::min(width, digits.size()), '0') + digits;
  };
  if (seconds < 10) return compose({"{}.{} s", seconds, padded(milliseconds % 1000, 3)});
  const std::uint64_t tenths = (milliseconds % 1000) / 100;
  const std::uint64_t minutes = seconds / 60;
  std::string text =
      minutes < 60
          ? compose({"{}:{}", minutes, padded(seconds % 60, 2)})
          : compose({"{}:{}:{}", minutes / 60, padded(minutes % 60, 2), padded(seconds % 60, 2)});
  append_to(text, {".{}", tenths});
  return text;
}

std::string channels_text(std::uint32_t channels) {
  if (channels == 1) return "mono";
  if (channels == 2) return "stereo";
  return counted(channels, "channel");
}

/// "29.97", "25": frames of a second with at most two decimals.
std::string rate_text(std::uint64_t per_1000_seconds) {
  const std::uint64_t hundredths = (per_1000_seconds + 5) / 10;
  std::string text = compose({"{}", hundredths / 100});
  if (hundredths % 100 != 0) {
    append_to(text, {".{}{}", hundredths % 100 / 10, hundredths % 10});
    if (text.back() == '0') text.pop_back();
  }
  return text;
}

void append_track(std::string& content, const MediaTrack& track) {
  switch (track.kind) {
    case MediaTrack::Kind::kSound:
      content += "Sound: ";
      break;
    case MediaTrack::Kind::kPicture:
      content += "Picture: ";
      break;
    case MediaTrack::Kind::kOther:
      content += "Other track: ";
      break;
  }
  content += track.codec.empty() ? "unknown codec" : track.codec;
  if (track.width > 0) append_to(content, {", {} x {} pixels", track.width, track.height});
  if (track.frames_per_1000_seconds > 0) {
    append_to(content, {", {} frames/s", rate_text(track.frames_per_1000_seconds)});
  }
  if (track.sample_rate > 0) append_to(content, {", {,} Hz", std::uint64_t{track.sample_rate}});
  if (track.channels > 0) append_to(content, {", {}", channels_text(track.channels)});
  if (track.bits_per_sample > 0) append_to(content, {", {} bits", track.bits_per_sample});
  if (track.bits_per_second >= 1000) {
    append_to(content, {", {,} kbit/s", (track.bits_per_second + 500) / 1000});
  }
  if (!track.language.empty()) append_to(content, {", language {}", track.language});
  content += '\n';
}

ToolResult describe(const ReadContext& context, const BinaryKind& kind, std::uint64_t size,
                    MediaFacts facts) {
  ToolResult result;
  result.success = true;
  const bool is_film = kind.mime_type.starts_with("video/");
  result.content_type = is_film ? ContentType::kVideo : ContentType::kAudio;
  result.content = compose({"{}: {}, {}\n", tag_text(base_name(context.request.file_path)),
                            kind.name, human_size(size)});
  if (facts.duration_ms) {
    append_to(result.content, {"Duration: {}{}\n", facts.is_estimated ? "about " : "",
                               duration_text(*facts.duration_ms)});
  }
  for (const MediaTrack& track : facts.tracks) append_track(result.content, track);
  if (!facts.tags.empty()) result.content += "Tags, as the file has them:\n";
  for (const MediaTag& tag : facts.tags) {
    append_to(result.content, {"  {}: {}\n", tag.name, tag.value});
  }
  if (facts.more_tags > 0) append_to(result.content, {"({,} more tags)\n", facts.more_tags});
  if (facts.pictures > 0)
    append_to(result.content, {"({picture} beside the tags)\n", facts.pictures});
  append_to(result.content,
            {"(A description only: what is {} is not read. A transcript would help.)",
             is_film ? "seen and heard" : "heard"});
  result.short_result = std::string(kind.name);
  if (facts.duration_ms)
    append_to(result.short_result, {", {}", duration_text(*facts.duration_ms)});
  result.metadata.format = std::string(kind.name.substr(0, kind.name.find(' ')));
  result.metadata.duration_ms = facts.duration_ms;
  result.metadata.warnings = std::move(facts.warnings);
  return result;
}

}  // namespace

Result<ToolResult> read_binary(const ReadContext& context) {
  if (context.request.view == View::kHex) return read_hex(context);
  FileParts whole(context.bytes);
  FileParts& file = context.parts != nullptr ? *context.parts : whole;
  const BinaryKind kind = find_binary_kind(context.bytes).value_or(kUnknownKind);
  if (context.parts != nullptr) {
    // Each head that is lacking makes a run of its own: what stands behind heads is read in the
    // last one.
    file.give_at_most(kMostHeadBytes);
    if (!media_facts(file, kind.mime_type)) static_cast<void>(binary_facts(file, kind.mime_type));
    file.give_at_most(~std::uint64_t{0});
    if (file.is_lacking()) return ToolResult();
  }
  if (auto facts = media_facts(file, kind.mime_type)) {
    return describe(context, kind, file.size(), *std::move(facts));
  }
  Error error = binary_file_error(context.request.file_path, kind, file.size());
  std::string message = error.message;
  if (const std::string facts = binary_facts(file, kind.mime_type); !facts.empty()) {
    append_to(message, {" It says of itself: {}.", facts});
  }
  message += " view=hex shows its bytes.";
  return fail(error.code, message);
}

}  // namespace lectern
