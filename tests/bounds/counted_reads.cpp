// For each line of standard input, forks a process that runs the command line program with the
// words of the line (tabs separate them) or, for an empty line, ends at once. Writes the number of
// the process when it has ended. At its end valgrind's massif writes a snapshot of the process into
// the file FOLDER/end.NUMBER; FOLDER is the only argument.
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

std::vector<char*> words_of(std::string& line) {
  std::vector<char*> words = {line.data()};
  for (char& character : line) {
    if (character != '\t') continue;
    character = '\0';
    words.push_back(&character + 1);
  }
  return words;
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
    const pid_t child = fork();
    if (child < 0) return EXIT_FAILURE;
    if (child == 0) {
      // Its exit would rewind a file there for this process too.
      close(STDIN_FILENO);
      if (line.empty()) end_with(folder, EXIT_SUCCESS);
      auto words = words_of(line);
      const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr &&
                             std::freopen("/dev/null", "w", stderr) != nullptr;
      end_with(folder, is_silent ? command_main(static_cast<int>(words.size()), words.data())
                                 : EXIT_FAILURE);
    }
    if (waitpid(child, nullptr, 0) != child) return EXIT_FAILURE;
    std::printf("%d\n", static_cast<int>(child));
    std::fflush(stdout);
  }
}
