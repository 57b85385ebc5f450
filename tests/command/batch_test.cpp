// The order of a batch, with a host that is not there.
#include "command/batch.h"

#include <catch2/catch_test_macros.hpp>
#include <map>

namespace lectern::command {
namespace {

Arguments batch_of(std::vector<std::string> files, std::size_t jobs) {
  Arguments arguments;
  arguments.files = std::move(files);
  arguments.form = Form::kJson;
  arguments.jobs = jobs;
  return arguments;
}

std::string entry(const std::string& path) { return "entry of " + path; }

/// A host in which each path is a file, and the last one that was begun is read first.
class Host {
 public:
  explicit Host(const Arguments& arguments, Manifest since = {})
      : batch_(arguments, std::move(since)) {}

  /// Goes on to the end; what is printed, in its order.
  std::vector<std::string> run() {
    std::vector<std::string> printed;
    for (;;) {
      const Step step = batch_.next();
      switch (step.kind) {
        case Step::Kind::kAsk:
          batch_.answer(Listing{.facts = FileFacts{step.question->path.size(), "1.0"}});
          break;
        case Step::Kind::kRead:
          reading_.emplace_back(step.ticket, step.text);
          most_at_once = std::max(most_at_once, reading_.size());
          break;
        case Step::Kind::kWait: {
          const auto [ticket, path] = reading_.back();
          reading_.pop_back();
          const auto held = members.find(path);
          batch_.finished(ticket, {entry(path), path != "bad", path.size(),
                                   held == members.end() ? std::string() : held->second,
                                   path == "many.zip" ? "too many" : ""});
          break;
        }
        case Step::Kind::kWrite:
          printed.push_back(step.text);
          break;
        case Step::Kind::kNote:
          printed.push_back("note " + step.text);
          break;
        case Step::Kind::kSay:
          printed.push_back(step.text);
          break;
        case Step::Kind::kEnd:
          end = step.text;
          status = step.status;
          return printed;
        default:
          break;
      }
    }
  }

  std::map<std::string, std::string> members;  ///< of archives
  std::size_t most_at_once = 0;
  std::string end;
  ExitStatus status = kSuccess;

 private:
  Batch batch_;
  std::vector<std::pair<std::size_t, std::string>> reading_;
};

}  // namespace

TEST_CASE("lines come in the order of the walk, however the reads end") {
  std::vector<std::string> files;
  std::vector<std::string> expected;
  for (int i = 0; i < 300; ++i) {
    files.push_back("f" + std::to_string(i));
    expected.push_back(entry(files.back()));
  }
  const Arguments arguments = batch_of(files, 7);
  Host host(arguments);
  CHECK(host.run() == expected);
  CHECK(host.most_at_once == 7);
  CHECK(host.status == kSuccess);
  CHECK(host.end == "lectern: 300 files, 1 KB, 0 failures\n");
}

TEST_CASE("a failure is counted and ends with its status") {
  const Arguments arguments = batch_of({"a", "bad"}, 1);
  Host host(arguments);
  CHECK(host.run() == std::vector<std::string>{entry("a"), entry("bad")});
  CHECK(host.status == kFailure);
  CHECK(host.end == "lectern: 2 files, 4 bytes, 1 failure\n");
}

TEST_CASE(
    "what archives hold is read behind all files, in one order however many are read at once") {
  using namespace std::string_literals;
  const std::map<std::string, std::string> members{
      {"a.zip", "in.zip\0x/y\0"s}, {"a.zip/in.zip", "deep\0"s}, {"b.zip/", "z\0"s}};
  const std::vector<std::string> expected{entry("a.zip"),
                                          entry("b.zip/"),
                                          entry("c"),
                                          entry("a.zip/in.zip"),
                                          entry("a.zip/x/y"),
                                          entry("b.zip/z"),
                                          entry("a.zip/in.zip/deep")};
  for (const std::size_t jobs : {1U, 2U, 5U}) {
    const Arguments arguments = batch_of({"a.zip", "b.zip/", "c"}, jobs);
    Host host(arguments);
    host.members = members;
    CHECK(host.run() == expected);
    // Members are no bytes of their own.
    CHECK(host.end == "lectern: 7 files, 12 bytes, 0 failures\n");
  }
}

TEST_CASE("an archive whose members cannot be listed is told of") {
  const Arguments arguments = batch_of({"many.zip", "b"}, 1);
  CHECK(Host(arguments).run() ==
        std::vector<std::string>{
            entry("many.zip"), "lectern: warning: the members of many.zip are not read: too many\n",
            entry("b")});
}

TEST_CASE("a batch that goes on looks into archives again, and reads what is missing of them") {
  using namespace std::string_literals;
  const std::string archive =
      R"({"file_path":"a.zip","size":5,"mtime":"1.0","success":true,"archive":true})"
      "\n"
      R"({"file_path":"a.zip/one","size":5,"mtime":"1.0","success":true})"
      "\n";
  Arguments arguments = batch_of({"a.zip"}, 2);
  arguments.program["since"] = "m";
  arguments.program["manifest"] = "m";
  CHECK(Host(arguments, *Manifest::parse(archive)).run().empty());
  arguments.program["archives"] = true;
  Host host(arguments, *Manifest::parse(archive));
  host.members = {{"a.zip", "one\0two\0"s}};
  CHECK(host.run() == std::vector<std::string>{entry("a.zip"), entry("a.zip/two")});
}

TEST_CASE("what has not changed is noted in a new manifest, and not in the one it stands in") {
  const auto since = [] {
    return *Manifest::parse(R"({"file_path":"a","size":1,"mtime":"1.0","success":true})"
                            "\n");
  };
  Arguments arguments = batch_of({"a", "bb"}, 2);
  arguments.program["since"] = "old";
  arguments.program["manifest"] = "new";
  CHECK(Host(arguments, since()).run() ==
        std::vector<std::string>{
            "note {\"file_path\":\"a\",\"size\":1,\"mtime\":\"1.0\",\"success\":true}\n",
            entry("bb")});
  arguments.program["manifest"] = "old";
  CHECK(Host(arguments, since()).run() == std::vector<std::string>{entry("bb")});
}

TEST_CASE("a directory that cannot be read has its line in its place") {
  const Arguments arguments = batch_of({"."}, 2);
  Batch batch(arguments, {});
  REQUIRE(batch.next().question->kind == Question::Kind::kStart);
  batch.answer(Listing{.entries = {{{"a", EntryKind::kDirectory}, {".git", EntryKind::kOther}}}});
  const Step asked = batch.next();
  CHECK(asked.question->path == "./a");
  batch.answer(Listing{.failure = {{"success", false}, {"content", "Permission denied: ./a"}}});
  const Step written = batch.next();
  REQUIRE(written.kind == Step::Kind::kWriteOut);
  CHECK(written.line->text([](std::size_t) { return ""; }) ==
        R"({"file_path":"./a","result":{"success":false,"content":"Permission denied: ./a"}})"
        "\n");
  CHECK(batch.next().kind == Step::Kind::kEnd);
}

}  // namespace lectern::command
