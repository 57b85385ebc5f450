// Mails, mailboxes, Outlook messages and TNEF files as packages of what is attached to them.
#pragma once

#include <memory>

#include "base/reader.h"
#include "base/request.h"
#include "package/package.h"

namespace lectern {

/// \param kind     kMail, kMailbox, kOutlook or kTnef
/// \param options  must outlive the package, as the window must.
std::unique_ptr<Package> open_mail_package(PackageKind kind, ByteWindow& window,
                                           const ReadOptions& options);

}  // namespace lectern
