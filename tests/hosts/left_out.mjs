// The conformance cases that cannot exist in a host, with the reason. run.mjs counts them: a case that is left out without
// a reason here is a failure, and so is a reason for a case that ran.

const kOwnPath =
  'the program finds out itself which part of a path is the file; tests/package/archive_reading_test.cpp has the paths';

/** Cases whose file and member are told apart by the host. */
const kMembers = [
  'a directory is listed from the entries of its host',
  'a file in winmail.dat is read by path',
  'a file that a mail does not have is not found',
  'a folder in an archive is listed alone',
  'a link in a tar archive is shown and not followed',
  'a long name of a compressed tar archive leads to its member',
  'a mail of a mailbox is read by its number',
  'a member is read by its path',
  'a member of a 7-Zip archive is read out of its block',
  'a member of a 7-Zip archive whose method is not read is named',
  'a member of an ar archive is read',
  'a member of an archive in an archive is read by its path',
  'a member with AES is read with its password',
  "a member with PKWARE's cipher is read with its password",
  'a missing member is answered with those that may be meant',
  'a path into a file that is no archive leads nowhere',
  'a path that climbs out of an archive leads nowhere',
  'a picture in an archive passes as it is',
  'a search in a directory keeps to the case of names and to whole words',
  'a table is read by its path',
  'a table that is not there is named with those that are',
  'a table without rowids is numbered by position',
  'a wrong password reads no member',
  'a ZIP member compressed with bzip2 is read',
  'a ZIP member compressed with LZMA is read',
  'a ZIP member compressed with xz is read',
  'a ZIP member compressed with Zstandard is read',
  'an attachment is read by the path that the mail prints',
  'one row is shown in full',
  'the files of a mail are listed',
  'what is attached to a message in a mail is read by path',
];

/** By what a host takes its arguments through; a host that takes JSON leaves out nothing. */
export const kLeftOut = {
  'command line': {
    'a hash that the host has already goes into the result':
      'the program has the file, and takes its hash from there',
    'a limit of the wrong type is refused': 'a word is never a list',
    'a missing path is refused': 'without a path there is no file whose size the result tells',
    'an unknown field of the input is refused with the fields that exist':
      'an unknown option is refused before there is a file',
    ...Object.fromEntries(kMembers.map((name) => [name, kOwnPath])),
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
