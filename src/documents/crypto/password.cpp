#include "documents/crypto/password.h"

namespace lectern {

tl::unexpected<Error> refuse_password(std::string_view kind, std::string_view password) {
  if (password.empty())
    return fail(ErrorCode::kEncrypted,
                {"the {} is encrypted and needs a password: the option `password`", kind});
  return fail(ErrorCode::kEncrypted,
              {"the {} is encrypted and the password is wrong: it does not open it", kind});
}

tl::unexpected<Error> refuse_method(std::string_view kind, std::string_view method) {
  return fail(ErrorCode::kEncrypted,
              {"the {} is encrypted {}, which is not read here", kind, method});
}

}  // namespace lectern
