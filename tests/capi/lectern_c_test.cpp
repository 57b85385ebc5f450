#include "capi/lectern_c.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view kText = "one\ntwo\n";

nlohmann::json read_text(std::string_view request, const char* options, std::size_t options_size) {
  std::size_t size = 0;
  char* const result =
      lectern_read(reinterpret_cast<const std::uint8_t*>(kText.data()), kText.size(),
                   request.data(), request.size(), options, options_size, &size);
  REQUIRE(result != nullptr);
  CHECK(std::strlen(result) == size);
  nlohmann::json parsed = nlohmann::json::parse(result, nullptr, false);
  lectern_free(result);
  return parsed;
}

}  // namespace

TEST_CASE("a read through the C interface gives the result as JSON that ends in NUL") {
  const nlohmann::json result = read_text(R"({"file_path":"a.txt","offset":2})", nullptr, 0);
  CHECK(result["content"] == "     2\ttwo");
  CHECK(result["totalLines"] == 2);
}

TEST_CASE("the sizes of JSON that is handed in count, not a NUL behind it") {
  // Cut behind the first object.
  const std::string_view options = R"({"text":{"lineNumbers":"none"}}{"text":{"lineNumbers":"cat"}})";
  const nlohmann::json result =
      read_text(R"({"file_path":"a.txt"})", options.data(), options.find("}{") + 1);
  CHECK(result["content"] == "one\ntwo");
}

TEST_CASE("what is wrong with the arguments is a result of the C interface too") {
  CHECK(read_text("{", nullptr, 0)["errorCode"] == "INVALID_ARGUMENT");
  CHECK(read_text(R"({"file_path":"a.txt"})", "[]", 2)["errorCode"] == "INVALID_ARGUMENT");
}

TEST_CASE("the C interface has the version that its header says") {
  CHECK(lectern_abi_version() == LECTERN_ABI_VERSION);
  lectern_free(nullptr);
  lectern_free(lectern_alloc(0));
}
