#include "package/mail_package.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/work_budget.h"
#include "documents/html/html_text.h"
#include "documents/mail/mail_parts.h"
#include "documents/mail/mail_scan.h"
#include "documents/mail/mailbox.h"
#include "documents/mail/msg_files.h"
#include "documents/mail/tnef.h"
#include "package/compound.h"

namespace lectern {
namespace {

/// A member whose bytes are all there.
class HeldStream final : public MemberStream {
 public:
  /// \param kept  what `bytes` is a view into; empty when that is the package's file.
  HeldStream(std::string kept, ByteSpan bytes)
      : kept_(std::move(kept)), bytes_(kept_.empty() ? bytes : as_bytes(std::string_view(kept_))) {}

  Result<std::optional<ByteSpan>> next() override { return std::exchange(rest_, ByteSpan()); }
  std::optional<std::uint64_t> seek(std::uint64_t to, std::uint64_t) override {
    rest_ = bytes_.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(to, bytes_.size())));
    return to;
  }
  bool is_stored() const override { return true; }

 private:
  std::string kept_;
  ByteSpan bytes_;
  ByteSpan rest_ = bytes_;
};

/// What all of them have in common: the file is there as a whole before its members are known.
class MailPackage : public Package {
 public:
  MailPackage(ByteWindow& window, const ReadOptions& options)
      : Package(window, options.limits), options_(options) {
    // Thousands of names share their decoders.
    options_.encoding_tables.kept = &kept_;
  }

  Result<Step> next(Member& member) final {
    if (!is_loaded_) {
      const std::uint64_t most = limits_.max_document_bytes;
      if (window_.size().value_or(0) <= most) {
        const auto bytes = window_.get(0, most + 1);
        if (!bytes) return Step::kNeedsBytes;
        bytes_ = *bytes;
      }
      const std::uint64_t size = std::max<std::uint64_t>(window_.size().value_or(0), bytes_.size());
      if (size > most)
        return fail(ErrorCode::kFileTooLarge, {"the mail exceeds {}", limit_text(most, size)});
      is_loaded_ = true;
      LECTERN_CHECK(load());
    }
    if (place_ >= count()) return Step::kEnd;
    LECTERN_CHECK(count_member());
    member = {};
    member.place = place_;
    describe(place_++, member);
    return Step::kMember;
  }

 protected:
  /// Finds the members in `bytes()`.
  virtual Result<void> load() = 0;
  virtual std::size_t count() const = 0;
  virtual void describe(std::size_t place, Member& member) const = 0;

  ByteSpan bytes() const { return bytes_; }
  const ReadOptions& options() const { return options_; }

 private:
  KeptDecoders kept_;
  ReadOptions options_;
  ByteSpan bytes_;
  bool is_loaded_ = false;
  std::size_t place_ = 0;
};

class AttachedFiles final : public MailPackage {
 public:
  using MailPackage::MailPackage;

  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    const MailFile& file = files_->all()[static_cast<std::size_t>(member.place)];
    return std::make_unique<HeldStream>(file.bytes(), ByteSpan());
  }

 protected:
  Result<void> load() override {
    // Names of files may be such words.
    LECTERN_CHECK(work_.spend("the encoded words of the mail",
                              count_encoded_words(as_chars(bytes())), kEncodedWordWork));
    files_.emplace(
        mail_part(with_line_feeds(bytes(), room_), "text/plain", options().encoding_tables),
        options().encoding_tables, options().limits.max_decoded_bytes, work_, false);
    return {};
  }
  std::size_t count() const override { return files_->all().size(); }
  void describe(std::size_t place, Member& member) const override {
    const MailFile& file = files_->all()[place];
    member.name = file.name;
    member.size_bytes = file.size_bytes();
    if (!file.type.empty()) member.kind_name = "mail.eml";
  }

 private:
  std::string room_;
  WorkBudget work_{options().limits};
  std::optional<MailFiles> files_;
};

class MailsOfBox final : public MailPackage {
 public:
  using MailPackage::MailPackage;

  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    return std::make_unique<HeldStream>("", mail(static_cast<std::size_t>(member.place)));
  }

 protected:
  Result<void> load() override {
    box_ = with_line_feeds(bytes(), room_);
    starts_ = mails_of_box(as_chars(box_));
    return {};
  }
  std::size_t count() const override { return starts_.size(); }
  void describe(std::size_t place, Member& member) const override {
    member.name = compose({"{}", place + 1});
    member.size_bytes = mail(place).size();
    member.kind_name = "mail.eml";
  }

 private:
  ByteSpan mail(std::size_t place) const {
    const std::size_t end = place + 1 < starts_.size() ? starts_[place + 1] : box_.size();
    return box_.subspan(starts_[place], end - starts_[place]);
  }

  std::string room_;
  ByteSpan box_;
  std::vector<std::size_t> starts_;
};

class FilesOfMsg final : public MailPackage {
 public:
  using MailPackage::MailPackage;

  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    const CompoundEntry* entry = files_[static_cast<std::size_t>(member.place)].data;
    if (entry == nullptr) return std::make_unique<HeldStream>("", ByteSpan());
    LECTERN_TRY(const ByteVector data, file_->read(*entry, limits_.max_document_bytes));
    warnings_ = file_->warnings();
    return std::make_unique<HeldStream>(std::string(as_chars(data)), ByteSpan());
  }

 protected:
  Result<void> load() override {
    LECTERN_TRY(CompoundFile file, CompoundFile::open(bytes()));
    file_.emplace(std::move(file));
    MsgFiles files = msg_files(*file_, options());
    files_ = std::move(files.all);
    warnings_ = std::move(files.warnings);
    warnings_.insert(warnings_.begin(), file_->warnings().begin(), file_->warnings().end());
    return {};
  }
  std::size_t count() const override { return files_.size(); }
  void describe(std::size_t place, Member& member) const override {
    const MsgFile& file = files_[place];
    member.name = file.path;
    member.size_bytes = file.data == nullptr ? 0 : file.data->size_bytes;
    if (file.is_message) member.kind = MemberKind::kDirectory;
    // Mails that programs other than Outlook have made.
    if (file.type.starts_with("multipart/")) member.kind_name = "mail.eml";
  }

 private:
  std::optional<CompoundFile> file_;
  std::vector<MsgFile> files_;
};

class FilesOfTnef final : public MailPackage {
 public:
  using MailPackage::MailPackage;

  Result<std::unique_ptr<MemberStream>> open(const Member& member) override {
    return std::make_unique<HeldStream>(
        "", message_.files[static_cast<std::size_t>(member.place)].data);
  }

 protected:
  Result<void> load() override {
    LECTERN_TRY(message_, read_tnef_message(bytes(), options().encoding_tables));
    if (!message_.damage.empty()) warnings_.push_back(message_.damage);
    return {};
  }
  std::size_t count() const override { return message_.files.size(); }
  void describe(std::size_t place, Member& member) const override {
    member.name = message_.files[place].name;
    member.size_bytes = message_.files[place].data.size();
  }

 private:
  TnefMessage message_;
};

}  // namespace

std::unique_ptr<Package> open_mail_package(PackageKind kind, ByteWindow& window,
                                           const ReadOptions& options) {
  if (kind == PackageKind::kMailbox) return std::make_unique<MailsOfBox>(window, options);
  if (kind == PackageKind::kTnef) return std::make_unique<FilesOfTnef>(window, options);
  if (kind == PackageKind::kOutlook) return std::make_unique<FilesOfMsg>(window, options);
  return std::make_unique<AttachedFiles>(window, options);
}

}  // namespace lectern
