#include "documents/mail/tnef.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "base/format.h"
#include "base/message.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_parts.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t kMessageClassMark = 0x223E9F78;
constexpr std::size_t kMaxTnefFiles = 5'000;

// Attributes.
constexpr std::uint32_t kAttachRenderData = 0x00069002;
constexpr std::uint32_t kAttachTitle = 0x00018010;
constexpr std::uint32_t kAttachData = 0x0006800F;
constexpr std::uint32_t kAttachProperties = 0x00069005;
constexpr std::uint32_t kMessageProperties = 0x00069003;
constexpr std::uint32_t kSubject = 0x00018004;
constexpr std::uint32_t kBody = 0x0002800C;
constexpr std::uint32_t kCodePage = 0x00069007;

// Types of properties.
constexpr unsigned kString8 = 0x1E;
constexpr unsigned kUnicode = 0x1F;
constexpr unsigned kBinary = 0x102;
constexpr unsigned kObject = 0x0D;
constexpr unsigned kMany = 0x1000;

std::size_t padded(std::size_t size) { return (size + 3) / 4 * 4; }

/// Bytes of a value of a fixed size; 0 for others.
std::size_t fixed_bytes(unsigned type) {
  switch (type) {
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0A:
    case 0x0B:
      return 4;
    case 0x05:
    case 0x06:
    case 0x07:
    case 0x14:
    case 0x40:
      return 8;
    case 0x48:
      return 16;
    default:
      return 0;
  }
}

struct Property {
  unsigned type = 0;
  unsigned id = 0;
  ByteSpan value;  ///< of the first, where there are many
};

/// The properties of a message or of a file in it, one after the other.
class Properties {
 public:
  explicit Properties(ByteSpan bytes) : reader_(bytes) { left_ = reader_.u32_le().value_or(0); }

  std::optional<Property> next() {
    if (left_ == 0) return std::nullopt;
    --left_;
    auto property = read();
    is_damaged_ = !property;
    if (is_damaged_) left_ = 0;
    return property;
  }

  /// Behind the last one: whether there should be others.
  bool is_damaged() const { return is_damaged_; }

 private:
  std::optional<Property> read() {
    const auto type = reader_.u16_le();
    const auto id = reader_.u16_le();
    if (!id) return std::nullopt;
    if (*id >= 0x8000 && !skip_name()) return std::nullopt;
    Property property{*type & ~kMany, *id, {}};
    const std::size_t fixed = fixed_bytes(property.type);
    const bool has_count = (*type & kMany) != 0 || fixed == 0;
    const std::uint32_t count = has_count ? reader_.u32_le().value_or(0) : 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::size_t size = fixed;
      if (fixed == 0) {
        const auto stated = reader_.u32_le();
        if (!stated) return std::nullopt;
        size = *stated;
      }
      const auto value = reader_.take(size);
      if (!value) return std::nullopt;
      (void)reader_.skip(std::min(padded(size) - size, reader_.remaining()));
      if (i == 0) property.value = *value;
    }
    return property;
  }

  bool skip_name() {
    if (!reader_.skip(16)) return false;
    const auto kind = reader_.u32_le();
    const auto size = reader_.u32_le();
    if (!size) return false;
    return *kind == 0 || reader_.skip(std::min(padded(*size), reader_.remaining()));
  }

  ByteReader reader_;
  std::uint32_t left_ = 0;
  bool is_damaged_ = false;
};

class TnefReader {
 public:
  TnefReader(ByteSpan bytes, const EncodingTables& tables) : reader_(bytes), tables_(tables) {}

  TnefMessage read() {
    (void)reader_.skip(6);
    while (reader_.remaining() > 0) {
      (void)reader_.u8();
      const auto id = reader_.u32_le();
      const auto size = reader_.u32_le();
      const std::size_t here = reader_.position();
      const auto data = size ? reader_.take(*size) : std::nullopt;
      if (!data) {
        message_.damage = compose({"the TNEF is cut off at byte {}", here});
        break;
      }
      attribute(*id, *data);
      const auto sum = reader_.u16_le();
      if (!sum) break;
      // Some programs write none.
      if (*sum != 0 && message_.damage.empty() &&
          *sum != (std::accumulate(data->begin(), data->end(), 0U) & 0xFFFF))
        message_.damage = compose(
            {"the TNEF is damaged: {byte} at byte {} have another checksum", data->size(), here});
    }
    end_file();
    if (message_.html.empty() && !html_.empty())
      message_.html = html_source(html_, "", tables_).value_or("");
    return std::move(message_);
  }

 private:
  std::string text_of(const Property& property) const {
    std::string text;
    if (property.type == kUnicode) {
      text = decoded_text(property.value, Encoding::kUtf16Le, tables_).value_or("");
    } else {
      text = guessed_text(property.value, label_, tables_).value_or("");
    }
    while (text.ends_with('\0')) text.pop_back();
    return text;
  }

  void attribute(std::uint32_t id, ByteSpan data) {
    switch (id) {
      case kCodePage:
        if (data.size() >= 4) label_ = compose({"windows-{}", *ByteReader(data).u32_le()});
        break;
      case kSubject:
        if (message_.subject.empty()) message_.subject = text_of({kString8, 0, data});
        break;
      case kBody:
        if (message_.plain.empty()) message_.plain = text_of({kString8, 0, data});
        break;
      case kMessageProperties:
        message_properties(data);
        break;
      case kAttachRenderData:
        end_file();
        file_.emplace();
        break;
      case kAttachTitle:
        if (file().name.empty()) file_->name = text_of({kString8, 0, data});
        break;
      case kAttachData:
        file().data = data;
        break;
      case kAttachProperties:
        file_properties(data);
        break;
      default:
        break;
    }
  }

  void message_properties(ByteSpan data) {
    Properties properties(data);
    while (const auto property = properties.next()) {
      const bool is_text = property->type == kString8 || property->type == kUnicode;
      if (property->id == 0x0037 && is_text) message_.subject = text_of(*property);
      if (property->id == 0x1000 && is_text) message_.plain = text_of(*property);
      if (property->id == 0x1013 && is_text) message_.html = text_of(*property);
      if (property->id == 0x1013 && property->type == kBinary) html_ = property->value;
      if (property->id == 0x1009 && property->type == kBinary)
        message_.compressed_rtf = property->value;
    }
    check(properties);
  }

  void file_properties(ByteSpan data) {
    (void)file();
    Properties properties(data);
    while (const auto property = properties.next()) {
      const bool is_text = property->type == kString8 || property->type == kUnicode;
      if (property->id == 0x3707 && is_text) file_->name = text_of(*property);
      if (property->id == 0x3704 && is_text && file_->name.empty())
        file_->name = text_of(*property);
      if (property->id == 0x370E && is_text) file_->type = ascii_lower(text_of(*property));
      if (property->id != 0x3701) continue;
      if (property->type == kBinary) file_->data = property->value;
      // A message in the message stands behind the number of its interface.
      if (property->type == kObject && property->value.size() > 16)
        file_->data = property->value.subspan(16);
    }
    check(properties);
  }

  void check(const Properties& properties) {
    if (properties.is_damaged() && message_.damage.empty())
      message_.damage = "properties of the TNEF are damaged: what follows them is left out";
  }

  /// Some programs leave out the attribute that begins one.
  TnefFile& file() {
    if (!file_) file_.emplace();
    return *file_;
  }

  void end_file() {
    if (!file_) return;
    if (is_tnef(file_->data)) file_->type = "application/ms-tnef";
    if (message_.files.size() < kMaxTnefFiles) {
      file_->name = names_.add(file_->name, file_->type);
      message_.files.push_back(*std::move(file_));
    } else if (message_.damage.empty()) {
      message_.damage =
          compose({"more than {} files are attached: the others are left out", kMaxTnefFiles});
    }
    file_.reset();
  }

  ByteReader reader_;
  const EncodingTables& tables_;
  TnefMessage message_;
  std::string label_ = "windows-1252";
  ByteSpan html_;
  std::optional<TnefFile> file_;
  FileNames names_;
};

}  // namespace

bool is_tnef(ByteSpan bytes) { return starts_with(bytes, "\x78\x9F\x3E\x22"sv); }

Result<TnefMessage> read_tnef_message(ByteSpan bytes, const EncodingTables& tables) {
  if (!is_tnef(bytes) || ByteReader(bytes).u32_le() != kMessageClassMark)
    return fail(ErrorCode::kCorruptDocument, "the TNEF does not begin as one");
  return TnefReader(bytes, tables).read();
}

}  // namespace lectern
