// The conformance cases that cannot exist in a host, with the reason. run.mjs counts them: a case that is left out without
// a reason here is a failure, and so is a reason for a case that ran.

const kOwnPath =
  'the program finds out itself which part of a path is the file; tests/package/archive_reading_test.cpp has the paths';

/** By what a host takes its arguments through; a host that takes JSON leaves out nothing. */
export const kLeftOut = {
  'command line': {
    'a hash that the host has already goes into the result':
      'the program has the file, and takes its hash from there',
    'a limit of the wrong type is refused': 'a word is never a list',
    'a missing path is refused': 'without a path there is no file whose size the result tells',
    'an unknown field of the input is refused with the fields that exist':
      'an unknown option is refused before there is a file',
    'a directory is listed from the entries of its host': kOwnPath,
    'a folder in an archive is listed alone': kOwnPath,
    'a link in a tar archive is shown and not followed': kOwnPath,
    'a long name of a compressed tar archive leads to its member': kOwnPath,
    'a member is read by its path': kOwnPath,
    'a member of an archive in an archive is read by its path': kOwnPath,
    'a missing member is answered with those that may be meant': kOwnPath,
    'a path into a file that is no archive leads nowhere': kOwnPath,
    'a path that climbs out of an archive leads nowhere': kOwnPath,
  },
  component: {
    'a limit of the wrong type is refused': 'a limit is a u64',
    'a negative limit is refused': 'a limit is a u64',
    'an unknown field of the input is refused with the fields that exist':
      'a record has its own fields only',
    'an unknown provider is refused with the providers that exist':
      'a provider is a case of an enum',
    'numbers that arrive as strings select lines': 'an offset is a u64',
  },
};

/**
 * What is wrong with what a host has left out.
 * @param {string | undefined} arguments_ a key of kLeftOut; undefined for JSON
 * @param {string[]} names of the cases that it left out
 */
export function leftOutProblems(arguments_, names) {
  const reasons = arguments_ === undefined ? {} : kLeftOut[arguments_];
  const without = names.filter((name) => !(name in reasons));
  const ran = Object.keys(reasons).filter((name) => !names.includes(name));
  return [
    ...without.map((name) => `left out without a reason: ${name}`),
    ...ran.map((name) => `not left out, although left_out.mjs has a reason for it: ${name}`),
  ];
}
