#include "documents/crypto/encrypted_odf.h"

#include <algorithm>
#include <charconv>

#include "base/base64.h"
#include "base/format.h"
#include "documents/crypto/password.h"

namespace lectern {
namespace {

/// LibreOffice asks for 100,000.
constexpr std::uint64_t kMaxRounds = 1'000'000;
constexpr std::size_t kMaxEncrypted = 100'000;
constexpr std::size_t kCheckedStart = 1024;
constexpr std::string_view kOdfContent = "content.xml";
/// All of a package that is encrypted as a whole.
constexpr std::string_view kWhole = "encrypted-package";

std::uint64_t odf_number(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Names of methods are words or URIs with the word at the end.
bool names(std::string_view value, std::string_view word) {
  return ascii_lower(value.substr(value.find_last_of("#:/") + 1)) == word;
}

/// The digest that a value names, "SHA1/1K" and "…#sha256-1k" included.
std::optional<DigestKind> odf_digest(std::string_view value, bool& is_start) {
  const std::string name = ascii_lower(value.substr(value.find_last_of('#') + 1));
  is_start = name.ends_with("1k");
  if (name.starts_with("sha256") || name.starts_with("sha-256")) return DigestKind::kSha256;
  if (name.starts_with("sha1") || name.starts_with("sha-1")) return DigestKind::kSha1;
  return std::nullopt;
}

}  // namespace

void EncryptedOdf::read_manifest(XmlReader& xml, std::string_view kind) {
  kind_ = kind;
  while (xml.next() != XmlReader::Event::kDone) {
    if (!xml.starts(Xmlns::kOdfManifest, "file-entry")) continue;
    const std::string name(xml.value("full-path"));
    const std::uint64_t size = odf_number(xml.value("size"));
    const std::size_t depth = xml.depth();
    while (xml.next_in(depth)) {
      if (!xml.starts(Xmlns::kOdfManifest, "encryption-data")) continue;
      if (members_.size() >= kMaxEncrypted) return;
      members_[name].size = size;
      read_member(xml, name);
    }
  }
}

void EncryptedOdf::read_member(XmlReader& xml, std::string_view name) {
  Member& member = members_.find(name)->second;
  const auto refuse = [&member](std::string_view what, std::string_view value) {
    if (member.unread.empty()) member.unread = compose({"{} {}", what, value});
  };
  const auto bytes = [&xml](std::string_view attribute) {
    return base64_decode(xml.value(attribute)).value_or(ByteVector());
  };
  if (!xml.value("checksum-type").empty()) {
    const auto digest = odf_digest(xml.value("checksum-type"), member.checks_start);
    if (digest) {
      member.check_digest = *digest;
      member.check = bytes("checksum");
    } else {
      refuse("with the checksum", xml.value("checksum-type"));
    }
  }
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "algorithm") {
      const std::string_view cipher = xml.value("algorithm-name");
      member.start = bytes("initialisation-vector");
      if (names(cipher, "aes256-cbc") || names(cipher, "aes192-cbc") ||
          names(cipher, "aes128-cbc")) {
        member.cipher = Cipher::kAes;
      } else if (names(cipher, "blowfish cfb") || names(cipher, "blowfish")) {
        member.cipher = Cipher::kBlowfish;
      } else {
        refuse("with the cipher", cipher);
      }
    } else if (xml.name() == "key-derivation") {
      if (!names(xml.value("key-derivation-name"), "pbkdf2"))
        refuse("with keys by", xml.value("key-derivation-name"));
      member.salt = bytes("salt");
      member.rounds = odf_number(xml.value("iteration-count"));
      if (!xml.value("key-size").empty())
        member.key_bytes = static_cast<std::size_t>(odf_number(xml.value("key-size")));
    } else if (xml.name() == "start-key-generation") {
      bool is_start = false;
      const auto digest = odf_digest(xml.value("start-key-generation-name"), is_start);
      if (digest) {
        member.password_digest = *digest;
      } else {
        refuse("with the digest", xml.value("start-key-generation-name"));
      }
    }
  }
}

std::uint64_t EncryptedOdf::size_of(std::string_view name) const {
  const auto found = members_.find(name);
  return found == members_.end() ? 0 : found->second.size;
}

Result<void> EncryptedOdf::check(std::string_view password) const {
  for (const std::string_view name : {kWhole, kOdfContent}) {
    const auto found = members_.find(name);
    if (found == members_.end()) continue;
    const std::string& unread = found->second.unread;
    if (!unread.empty() || name == kWhole)
      return refuse_method(kind_, unread.empty() ? "as a whole" : unread);
    if (password.empty()) return refuse_password(kind_, password);
  }
  return {};
}

Result<ByteVector> EncryptedOdf::key_of(const Member& member, std::string_view name,
                                        std::string_view password, WorkBudget& work) {
  if (member.rounds > kMaxRounds) {
    return fail(ErrorCode::kLimitExceeded,
                {"{}: its password is to be hashed {,} times, more than {,}", name, member.rounds,
                 kMaxRounds});
  }
  const bool is_aes = member.cipher == Cipher::kAes;
  const bool has_key_size = is_aes ? Aes::has_key_size(member.key_bytes)
                                   : member.key_bytes >= 4 && member.key_bytes <= 56;
  const bool has_start = member.start.size() >= (is_aes ? Aes::kBlockBytes : 8U);
  if (!has_key_size || !has_start || member.rounds == 0) {
    return fail(
        ErrorCode::kCorruptDocument,
        {"META-INF/manifest.xml: the encryption of {} is damaged: {round}, a key of {byte} "
         "and a start of {byte}",
         name, member.rounds, std::uint64_t{member.key_bytes}, std::uint64_t{member.start.size()}});
  }
  std::string made_of(as_chars(member.salt));
  for (const std::uint64_t part : {member.rounds, std::uint64_t{member.key_bytes},
                                   static_cast<std::uint64_t>(member.password_digest)}) {
    for (int shift = 0; shift < 64; shift += 8) made_of += static_cast<char>(part >> shift);
  }
  if (const auto known = keys_.find(made_of); known != keys_.end()) return known->second;
  LECTERN_CHECK(work.spend(
      "the password of the document",
      pbkdf2_work(DigestKind::kSha1, member.rounds, member.key_bytes) + member.salt.size()));
  ByteVector key(member.key_bytes);
  pbkdf2(DigestKind::kSha1, digest_of(member.password_digest, {as_bytes(password)}), member.salt,
         member.rounds, key);
  return keys_.emplace(std::move(made_of), std::move(key)).first->second;
}

Result<void> EncryptedOdf::decrypt(std::string_view name, std::string_view password,
                                   ByteVector& bytes, WorkBudget& work) {
  const auto found = members_.find(name);
  if (found == members_.end()) return {};
  const Member& member = found->second;
  if (!member.unread.empty()) return refuse_method(kind_, member.unread);
  if (password.empty()) return refuse_password(kind_, password);
  LECTERN_TRY(const ByteVector key, key_of(member, name, password, work));
  LECTERN_CHECK(work.spend("the encrypted members of the package", bytes.size(),
                           kCipherWork + kDigestWork / 64));
  std::size_t padding = 0;
  if (member.cipher == Cipher::kAes) {
    if (bytes.size() % Aes::kBlockBytes != 0 || bytes.empty()) {
      return fail(ErrorCode::kCorruptDocument, {"{}: {byte} are no whole blocks of its cipher",
                                                name, std::uint64_t{bytes.size()}});
    }
    Aes(key, Aes::Use::kDecrypt).decrypt_chain(member.start, bytes);
    if (bytes.back() <= Aes::kBlockBytes) padding = bytes.back();
  } else {
    decrypt_blowfish(key, member.start, bytes);
  }
  // A checksum of less than the first 1,024 bytes is of those without what fills up the last block;
  // some programs took them in.
  const auto agrees = [&member](ByteSpan data) {
    if (member.checks_start) data = data.first(std::min(data.size(), kCheckedStart));
    return as_chars(digest_of(member.check_digest, {data})) == as_chars(member.check);
  };
  const ByteSpan all(bytes);
  if (!member.check.empty() && !agrees(all.first(all.size() - padding)) && !agrees(all))
    return refuse_password(kind_, password);
  return {};
}

}  // namespace lectern
