#include "documents/crypto/encrypted_office.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/base64.h"
#include "base/byte_reader.h"
#include "base/byte_stream.h"
#include "base/work_budget.h"
#include "documents/crypto/password.h"
#include "documents/xml/xml_reader.h"
#include "package/compound.h"
#include "package/crypto.h"

namespace lectern {
namespace {

/// Office asks for 100,000; the format allows 10,000,000.
constexpr std::uint64_t kMaxSpins = 1'000'000;
constexpr std::uint64_t kStandardSpins = 50'000;
constexpr std::uint64_t kMaxInfoBytes = 1U << 20;
/// Longest salt ([MS-OFFCRYPTO] 2.3.4.10).
constexpr std::uint64_t kMaxSaltBytes = 65'536;
constexpr std::size_t kSegmentBytes = 4096;
constexpr std::string_view kWork = "the password of the document";

using KeyPurpose = std::array<std::uint8_t, 8>;
constexpr KeyPurpose kVerifierInput = {0xFE, 0xA7, 0xD2, 0x76, 0x3B, 0x4B, 0x9E, 0x79};
constexpr KeyPurpose kVerifierValue = {0xD7, 0xAA, 0x0F, 0x6D, 0x30, 0x61, 0x34, 0x4E};
constexpr KeyPurpose kPackageKey = {0x14, 0x6E, 0x0B, 0xE7, 0xAB, 0xAC, 0xD0, 0xD6};
constexpr KeyPurpose kHmacKey = {0x5F, 0xB2, 0xAD, 0x01, 0x0C, 0xB9, 0xE1, 0xF6};
constexpr KeyPurpose kHmacValue = {0xA0, 0x67, 0x7F, 0x02, 0xB2, 0x2C, 0x84, 0x33};

std::array<std::uint8_t, 4> number_bytes(std::uint32_t number) {
  return {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8),
          static_cast<std::uint8_t>(number >> 16), static_cast<std::uint8_t>(number >> 24)};
}

/// The first `size` bytes, and 0x36 where there are fewer.
ByteVector fitted(ByteSpan bytes, std::size_t size) {
  ByteVector fitted(size, 0x36);
  std::copy_n(bytes.begin(), std::min(size, bytes.size()), fitted.begin());
  return fitted;
}

std::uint64_t digest_work(DigestKind kind) {
  return digest_bytes(kind) > 32 ? 2 * kDigestWork : kDigestWork;
}

/// The password's digest, hashed again and again with the number of the turn.
Result<Digest> spun(DigestKind kind, ByteSpan salt, ByteSpan password, std::uint64_t spins,
                    WorkBudget& work) {
  LECTERN_CHECK(work.spend(kWork, spins + 1, digest_work(kind)));
  Digest digest = digest_of(kind, {salt, password});
  for (std::uint32_t turn = 0; turn < spins; ++turn)
    digest = digest_of(kind, {number_bytes(turn), digest});
  return digest;
}

/// How keys and data are encrypted, as an element of an agile EncryptionInfo says it.
struct Method {
  DigestKind digest = DigestKind::kSha1;
  std::size_t key_bytes = 0;
  ByteVector salt;
};

class Opening {
 public:
  explicit Opening(const ReadContext& context)
      : context_(context),
        work_(context.options.limits),
        // Without a name nothing says what is in it.
        kind_(context.evidence == DetectedBy::kExtension ? context.format.name
                                                         : "Office document") {}

  Result<OpenedOffice> open();

 private:
  Result<void> read_agile(ByteSpan xml);
  Result<Method> read_method(XmlReader& xml);
  Result<bool> try_agile(std::string_view password);
  Result<bool> try_standard(std::string_view password);
  Result<void> read_standard(ByteSpan header);
  ByteVector opened(const Digest& base, const KeyPurpose& purpose, ByteSpan encrypted) const;
  ByteVector start_of(ByteSpan purpose) const;
  void check_hmac(ByteSpan stream, OpenedOffice& office) const;
  Result<OpenedOffice> decrypt(ByteVector stream);
  tl::unexpected<Error> damaged(std::string_view reason) const {
    return fail(ErrorCode::kCorruptDocument, {"EncryptionInfo: {}", reason});
  }

  const ReadContext& context_;
  WorkBudget work_;
  std::string_view kind_;
  bool is_agile_ = false;
  Method data_;
  Method lock_;  ///< of the key; with standard encryption all there is
  std::uint64_t spins_ = 0;
  ByteVector verifier_;
  ByteVector verifier_digest_;
  ByteVector locked_key_;
  ByteVector locked_hmac_key_;
  ByteVector locked_hmac_;
  ByteVector key_;
};

std::optional<DigestKind> digest_named(std::string_view name) {
  if (name == "SHA512" || name == "SHA-512") return DigestKind::kSha512;
  if (name == "SHA384" || name == "SHA-384") return DigestKind::kSha384;
  if (name == "SHA256" || name == "SHA-256") return DigestKind::kSha256;
  if (name == "SHA1" || name == "SHA-1") return DigestKind::kSha1;
  if (name == "MD5") return DigestKind::kMd5;
  return std::nullopt;
}

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Result<Method> Opening::read_method(XmlReader& xml) {
  const std::string_view cipher = xml.value("cipherAlgorithm");
  const std::string_view chaining = xml.value("cipherChaining");
  const std::string_view digest = xml.value("hashAlgorithm");
  if (cipher != "AES") return refuse_method(kind_, compose({"with the cipher {}", cipher}));
  if (chaining != "ChainingModeCBC") return refuse_method(kind_, compose({"with {}", chaining}));
  const auto kind = digest_named(digest);
  if (!kind) return refuse_method(kind_, compose({"with the digest {}", digest}));
  Method method{*kind, static_cast<std::size_t>(number_of(xml.value("keyBits")) / 8), {}};
  if (!Aes::has_key_size(method.key_bytes))
    return damaged(compose({"keys of {} bits", number_of(xml.value("keyBits"))}));
  if (number_of(xml.value("blockSize")) != Aes::kBlockBytes)
    return damaged(compose({"blocks of {} bytes", number_of(xml.value("blockSize"))}));
  const std::uint64_t salt_bytes = number_of(xml.value("saltSize"));
  if (salt_bytes == 0 || salt_bytes > kMaxSaltBytes)
    return damaged(compose({"a salt of {} bytes", salt_bytes}));
  method.salt = base64_decode(xml.value("saltValue")).value_or(ByteVector());
  if (method.salt.size() != salt_bytes)
    return damaged(compose({"a salt of {} bytes, not {}", method.salt.size(), salt_bytes}));
  return method;
}

Result<void> Opening::read_agile(ByteSpan bytes) {
  MemoryStream stream(bytes);
  XmlReader xml(stream, context_.options.encoding_tables);
  const auto value = [&xml](std::string_view name) {
    return base64_decode(xml.value(name)).value_or(ByteVector());
  };
  bool has_data = false;
  bool has_lock = false;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "keyData" && !has_data) {
      LECTERN_TRY(data_, read_method(xml));
      has_data = true;
    } else if (xml.name() == "dataIntegrity") {
      locked_hmac_key_ = value("encryptedHmacKey");
      locked_hmac_ = value("encryptedHmacValue");
    } else if (xml.name() == "encryptedKey" && xml.attribute("spinCount") && !has_lock) {
      LECTERN_TRY(lock_, read_method(xml));
      has_lock = true;
      spins_ = number_of(xml.value("spinCount"));
      verifier_ = value("encryptedVerifierHashInput");
      verifier_digest_ = value("encryptedVerifierHashValue");
      locked_key_ = value("encryptedKeyValue");
    }
  }
  if (xml.error()) return damaged(xml.error()->message);
  if (!has_data) return damaged("it does not say how the package is encrypted");
  if (!has_lock) return refuse_method(kind_, "for a certificate, not with a password");
  if (spins_ > kMaxSpins) {
    return fail(ErrorCode::kLimitExceeded,
                {"the password of the document is to be hashed {,} times, more than {,}", spins_,
                 kMaxSpins});
  }
  const std::size_t digest_size = digest_bytes(lock_.digest);
  if (verifier_.size() < lock_.salt.size() || verifier_digest_.size() < digest_size ||
      locked_key_.size() < data_.key_bytes)
    return damaged("the verifier or the key is cut off");
  return {};
}

/// What is locked with the password, for one purpose.
ByteVector Opening::opened(const Digest& base, const KeyPurpose& purpose,
                           ByteSpan encrypted) const {
  const ByteVector key = fitted(digest_of(lock_.digest, {base, purpose}), lock_.key_bytes);
  ByteVector bytes(encrypted.begin(), encrypted.end());
  Aes(key, Aes::Use::kDecrypt).decrypt_chain(fitted(lock_.salt, Aes::kBlockBytes), bytes);
  return bytes;
}

Result<bool> Opening::try_agile(std::string_view password) {
  LECTERN_TRY(const Digest base, spun(lock_.digest, lock_.salt, utf16_of(password), spins_, work_));
  const ByteVector input = opened(base, kVerifierInput, verifier_);
  const ByteVector stated = opened(base, kVerifierValue, verifier_digest_);
  const Digest made = digest_of(lock_.digest, {ByteSpan(input).first(lock_.salt.size())});
  if (!std::equal(made.bytes.begin(), made.bytes.begin() + static_cast<std::ptrdiff_t>(made.size),
                  stated.begin()))
    return false;
  key_ = opened(base, kPackageKey, locked_key_);
  key_.resize(data_.key_bytes);
  return true;
}

Result<void> Opening::read_standard(ByteSpan bytes) {
  ByteReader reader(bytes);
  const auto header_bytes = reader.u32_le();
  if (!header_bytes) return damaged("it is cut off");
  const auto header = reader.take(std::min<std::size_t>(*header_bytes, reader.remaining()));
  ByteReader fields(*header);
  (void)fields.skip(8);
  const std::uint32_t cipher = fields.u32_le().value_or(0);
  const std::uint32_t digest = fields.u32_le().value_or(0);
  const std::uint32_t key_bits = fields.u32_le().value_or(0);
  if (cipher == 0x6801) return refuse_method(kind_, "with RC4");
  if (cipher < 0x660E || cipher > 0x6610)
    return refuse_method(kind_, compose({"with the cipher {}", cipher}));
  if (digest != 0x8004 && digest != 0)
    return refuse_method(kind_, compose({"with the digest {}", digest}));
  lock_.key_bytes = key_bits / 8;
  if (key_bits % 8 != 0 || !Aes::has_key_size(lock_.key_bytes))
    return damaged(compose({"keys of {} bits", key_bits}));
  const auto salt_bytes = reader.u32_le();
  if (!salt_bytes || *salt_bytes != 16)
    return damaged(compose({"a salt of {} bytes", salt_bytes.value_or(0)}));
  const auto salt = reader.take(16);
  const auto verifier = reader.take(16);
  const auto digest_size = reader.u32_le();
  const auto verifier_digest = reader.take(32);
  if (!salt || !verifier || !verifier_digest || *digest_size != 20)
    return damaged("the verifier is cut off");
  lock_.salt.assign(salt->begin(), salt->end());
  verifier_.assign(verifier->begin(), verifier->end());
  verifier_digest_.assign(verifier_digest->begin(), verifier_digest->end());
  return {};
}

Result<bool> Opening::try_standard(std::string_view password) {
  LECTERN_TRY(const Digest base,
              spun(DigestKind::kSha1, lock_.salt, utf16_of(password), kStandardSpins, work_));
  const Digest last = digest_of(DigestKind::kSha1, {base, number_bytes(0)});
  ByteVector key;
  for (const std::uint8_t mask : std::array<std::uint8_t, 2>{0x36, 0x5C}) {
    std::array<std::uint8_t, 64> block;
    block.fill(mask);
    for (std::size_t i = 0; i < last.size; ++i) block[i] ^= last.bytes[i];
    const Digest half = digest_of(DigestKind::kSha1, {block});
    key.insert(key.end(), half.bytes.begin(), half.bytes.begin() + 20);
  }
  key.resize(lock_.key_bytes);
  const Aes aes(key, Aes::Use::kDecrypt);
  ByteVector input = verifier_;
  ByteVector stated = verifier_digest_;
  aes.decrypt_blocks(input);
  aes.decrypt_blocks(stated);
  const Digest made = digest_of(DigestKind::kSha1, {input});
  if (!std::equal(made.bytes.begin(), made.bytes.begin() + 20, stated.begin())) return false;
  key_ = std::move(key);
  return true;
}

/// Where a chain of the package's data begins.
ByteVector Opening::start_of(ByteSpan purpose) const {
  return fitted(digest_of(data_.digest, {data_.salt, purpose}), Aes::kBlockBytes);
}

void Opening::check_hmac(ByteSpan stream, OpenedOffice& office) const {
  const std::size_t size = digest_bytes(data_.digest);
  if (locked_hmac_key_.size() < size || locked_hmac_.size() < size) return;
  const Aes aes(key_, Aes::Use::kDecrypt);
  ByteVector key = locked_hmac_key_;
  aes.decrypt_chain(start_of(kHmacKey), key);
  ByteVector stated = locked_hmac_;
  aes.decrypt_chain(start_of(kHmacValue), stated);
  Hmac hmac(data_.digest, ByteSpan(key).first(size));
  hmac.update(stream);
  const Digest made = hmac.finish();
  if (!std::equal(stated.begin(), stated.begin() + static_cast<std::ptrdiff_t>(size),
                  made.bytes.begin()))
    office.warning =
        "the encrypted package is damaged or was changed: its HMAC is not the one stated";
}

Result<OpenedOffice> Opening::decrypt(ByteVector stream) {
  constexpr std::size_t kSizeBytes = 8;
  const auto stated = ByteReader(stream).u64_le();
  if (!stated) return fail(ErrorCode::kCorruptDocument, "EncryptedPackage: it is cut off");
  OpenedOffice office;
  LECTERN_CHECK(work_.spend("the encrypted package", stream.size(),
                            kCipherWork + (is_agile_ ? 2 * kDigestWork / 64 : 0)));
  // Each segment begins with a digest of the salt.
  if (is_agile_)
    LECTERN_CHECK(work_.spend("the salts of the document", stream.size() / kSegmentBytes,
                              data_.salt.size() / 64 * digest_work(data_.digest)));
  if (is_agile_) check_hmac(stream, office);
  const Aes aes(key_, Aes::Use::kDecrypt);
  const auto data = std::span(stream).subspan(kSizeBytes);
  if (!is_agile_) {
    aes.decrypt_blocks(data);
  } else {
    for (std::size_t at = 0; at < data.size(); at += kSegmentBytes) {
      const auto number = number_bytes(static_cast<std::uint32_t>(at / kSegmentBytes));
      aes.decrypt_chain(start_of(number),
                        data.subspan(at, std::min(kSegmentBytes, data.size() - at)));
    }
  }
  if (*stated > data.size() && office.warning.empty())
    office.warning = compose(
        {"EncryptedPackage: it says that it has {,} bytes, and has {,}", *stated, data.size()});
  stream.erase(stream.begin(), stream.begin() + kSizeBytes);
  if (*stated < stream.size()) stream.resize(static_cast<std::size_t>(*stated));
  office.package = std::move(stream);
  office.work = work_.spent();
  return office;
}

Result<OpenedOffice> Opening::open() {
  LECTERN_TRY(const CompoundFile file, CompoundFile::open(context_.bytes));
  const CompoundEntry* info = file.find("EncryptionInfo");
  if (info == nullptr)
    return refuse_method(kind_, "by rights management (IRM), not with a password");
  LECTERN_TRY(const ByteVector bytes, file.read(*info, kMaxInfoBytes));
  ByteReader reader(bytes);
  const std::uint16_t major = reader.u16_le().value_or(0);
  const std::uint16_t minor = reader.u16_le().value_or(0);
  if (!reader.skip(4)) return damaged("it is cut off");
  const ByteSpan rest = ByteSpan(bytes).subspan(8);
  is_agile_ = major == 4 && minor == 4;
  const bool is_standard = minor == 2 && major >= 2 && major <= 4;
  if (!is_agile_ && !is_standard)
    return refuse_method(kind_, minor == 3 ? compose({"by an extension"})
                                           : compose({"by version {}.{}", major, minor}));
  LECTERN_CHECK(is_agile_ ? read_agile(rest) : read_standard(rest));

  const auto tried = [this](std::string_view password) {
    return is_agile_ ? try_agile(password) : try_standard(password);
  };
  const std::string& password = context_.options.password;
  LECTERN_TRY(bool is_open, password.empty() ? Result<bool>(false) : tried(password));
  for (const std::string_view usual : {kWorkbookPassword, kSlidesPassword}) {
    const std::string_view owner = usual == kWorkbookPassword ? "workbook" : "presentation";
    const bool is_likely =
        context_.evidence != DetectedBy::kExtension || kind_.find(owner) != std::string_view::npos;
    if (is_open || !is_likely) continue;
    LECTERN_TRY(is_open, tried(usual));
  }
  if (!is_open) return refuse_password(kind_, password);
  const CompoundEntry* package = file.find("EncryptedPackage");
  LECTERN_TRY(ByteVector stream, file.read(*package, context_.options.limits.max_decoded_bytes));
  return decrypt(std::move(stream));
}

}  // namespace

bool is_encrypted_office(ByteSpan file) {
  if (!starts_with(file, "\xD0\xCF\x11\xE0")) return false;
  const Result<CompoundFile> compound = CompoundFile::open(file);
  return compound && compound->find("EncryptedPackage") != nullptr;
}

Result<OpenedOffice> open_encrypted_office(const ReadContext& context) {
  return Opening(context).open();
}

}  // namespace lectern
