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

TEST_CASE("a conversation through the C interface gives the result of a read, loading what is asked for") {
  constexpr std::string_view kRequest = R"({"file_path":"a.txt","offset":2})";
  lectern_reading* const reading =
      lectern_open(kRequest.data(), kRequest.size(), nullptr, 0, kText.size(), nullptr, 0);
  lectern_question question;
  for (lectern_ask(reading, &question); question.kind != LECTERN_DONE;
       lectern_ask(reading, &question)) {
    REQUIRE(question.kind == LECTERN_BYTES);
    // A byte at a time: less than was asked for is asked for again.
    std::uint8_t* const room = lectern_room(reading, 1);
    REQUIRE(room != nullptr);
    *room = static_cast<std::uint8_t>(kText[question.from]);
    lectern_give(reading, 1, 0);
  }
  std::size_t size = 0;
  char* const result = lectern_result(reading, &size);
  const nlohmann::json parsed = nlohmann::json::parse(result, nullptr, false);
  CHECK(parsed["content"] == "     2\ttwo");
  lectern_free(result);
  std::size_t notes_size = 0;
  std::uint8_t* const notes = lectern_notes(reading, &notes_size);
  CHECK(notes != nullptr);
  CHECK(notes_size > 0);
  lectern_free(notes);
  lectern_close(reading);
}

TEST_CASE("a reading of the C interface can be closed at any question, and refuses bad arguments at once") {
  lectern_reading* const open =
      lectern_open(R"({"file_path":"a.png"})", 21, nullptr, 0, LECTERN_UNKNOWN_SIZE, nullptr, 0);
  REQUIRE(lectern_room(open, 100) != nullptr);
  // There is no result before the end.
  CHECK(lectern_result(open, nullptr) == nullptr);
  lectern_close(open);
  lectern_close(nullptr);

  lectern_reading* const refused = lectern_open("{", 1, nullptr, 0, 5, nullptr, 0);
  lectern_question question;
  lectern_ask(refused, &question);
  CHECK(question.kind == LECTERN_DONE);
  char* const result = lectern_result(refused, nullptr);
  CHECK(std::string_view(result).find("INVALID_ARGUMENT") != std::string_view::npos);
  lectern_free(result);
  lectern_close(refused);
}
