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
  const std::string_view options =
      R"({"text":{"lineNumbers":"none"}}{"text":{"lineNumbers":"cat"}})";
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

TEST_CASE(
    "a conversation through the C interface gives the result of a read, loading what is asked "
    "for") {
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

TEST_CASE(
    "a reading of the C interface can be closed at any question, and refuses bad arguments at "
    "once") {
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

TEST_CASE(
    "answers that the C interface has not asked for do nothing, and no more counts than there was "
    "room for") {
  constexpr std::string_view kRequest = R"({"file_path":"a.txt"})";
  lectern_reading* const reading =
      lectern_open(kRequest.data(), kRequest.size(), nullptr, 0, kText.size(), nullptr, 0);
  const std::uint8_t pixel[4] = {};
  const auto answer_all = [&] {
    lectern_give(reading, 1'000'000, 1);
    lectern_give_pixels(reading, pixel, 1, 1);
    lectern_decline(reading, "no", 2);
  };
  lectern_question question;
  lectern_give_pixels(reading, nullptr, 0, 0);
  lectern_decline(reading, "no", 2);
  CHECK(lectern_result(reading, nullptr) == nullptr);
  CHECK(lectern_notes(reading, nullptr) == nullptr);
  for (lectern_ask(reading, &question); question.kind == LECTERN_BYTES;
       lectern_ask(reading, &question)) {
    const auto wanted = static_cast<std::size_t>(question.to - question.from);
    std::uint8_t* const room = lectern_room(reading, wanted);
    REQUIRE(room != nullptr);
    std::memcpy(room, kText.data() + question.from, wanted);
    lectern_give(reading, wanted + 1'000'000, 0);
  }
  REQUIRE(question.kind == LECTERN_DONE);
  answer_all();
  CHECK(lectern_room(reading, 10) == nullptr);
  char* const result = lectern_result(reading, nullptr);
  REQUIRE(result != nullptr);
  CHECK(nlohmann::json::parse(result)["content"] == "     1\tone\n     2\ttwo");
  lectern_free(result);
  CHECK(lectern_result(reading, nullptr) == nullptr);
  lectern_close(reading);
}

TEST_CASE(
    "a host may write as many bytes as it wants room for, and those of other places are asked for "
    "again") {
  constexpr std::string_view kRequest = R"({"file_path":"a.txt"})";
  for (const std::uint64_t file_size : {std::uint64_t{3}, LECTERN_UNKNOWN_SIZE}) {
    const std::string text(200'000, 'x');
    lectern_reading* const reading =
        lectern_open(kRequest.data(), kRequest.size(), nullptr, 0, file_size, nullptr, 0);
    lectern_question question;
    for (lectern_ask(reading, &question); question.kind == LECTERN_BYTES;
         lectern_ask(reading, &question)) {
      // It does not look at what is asked for, and its file has grown.
      const std::size_t left = text.size() - static_cast<std::size_t>(question.from);
      std::uint8_t* const room = lectern_room(reading, text.size());
      REQUIRE(room != nullptr);
      std::memcpy(room, text.data() + question.from, left);
      std::memset(room + left, 'y', text.size() - left);
      lectern_give(reading, left, 1);
    }
    char* const result = lectern_result(reading, nullptr);
    REQUIRE(result != nullptr);
    const nlohmann::json parsed = nlohmann::json::parse(result, nullptr, false);
    CHECK(parsed["metadata"]["sizeBytes"] == (file_size == 3 ? 3 : 200'000));
    lectern_free(result);
    lectern_close(reading);
  }
}
