// lectern_counted_reads FOLDER: for each line of standard input, forks a process that runs the
// command line program with the words of the line (tabs separate them) or, for an empty line, ends
// at once. Writes the number of the process when it has ended. At its end valgrind's massif writes a
// snapshot of the process into the file FOLDER/end.NUMBER. Behind a tab, the words are run in this
// process, without an answer: valgrind has then translated that code for all that are forked.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <valgrind/valgrind.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

/// main() of src/cli/main.cpp.
int command_main(int argc, char** argv);

namespace {

std::vector<char*> words_of(char* line) {
  std::vector<char*> words = {line};
  for (char* character = line; *character != '\0'; character++) {
    if (*character != '\t') continue;
    *character = '\0';
    words.push_back(character + 1);
  }
  return words;
}

/// Runs the program without what it prints.
int run_silently(char* line) {
  const int nowhere = open("/dev/null", O_WRONLY);
  const int output = dup(STDOUT_FILENO);
  const int errors = dup(STDERR_FILENO);
  if (nowhere < 0 || output < 0 || errors < 0) return EXIT_FAILURE;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  auto words = words_of(line);
  const int status = command_main(static_cast<int>(words.size()), words.data());
  std::fflush(stdout);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  for (const int descriptor : {nowhere, output, errors}) close(descriptor);
  return status;
}

[[noreturn]] void end_with(const std::string& folder, int status) {
  const std::string command = "snapshot " + folder + "/end." + std::to_string(getpid());
  VALGRIND_MONITOR_COMMAND(command.c_str());
  std::exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  const std::string folder = argv[1];
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.starts_with('\t')) {
      if (run_silently(line.data() + 1) != EXIT_SUCCESS) return EXIT_FAILURE;
      continue;
    }
    const pid_t child = fork();
    if (child < 0) return EXIT_FAILURE;
    if (child == 0) {
      // Its exit would rewind a file there for this process too.
      close(STDIN_FILENO);
      end_with(folder, line.empty() ? EXIT_SUCCESS : run_silently(line.data()));
    }
    if (waitpid(child, nullptr, 0) != child) return EXIT_FAILURE;
    std::printf("%d\n", static_cast<int>(child));
    std::fflush(stdout);
  }
}
