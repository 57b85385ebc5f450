// What people read: docs/limits.md and the options of the command line.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { defaultOf, fieldsOf, kebab, kInput, kLimits, kNotice, kOptions, kRecords } from './schema.mjs';

/** docs/limits.md */
export function limitsPage() {
  const rows = fieldsOf(kLimits.Limits, 'ts').map(
    ([name, field]) => `| \`${name}\` | ${defaultOf(field)} | ${field.above} |\n`,
  );
  return `<!-- ${kNotice} -->
# Limits

Every limit can be set for a reader or for one call (\`limits\` in \`ReadOptions\`), on the command line (\`--max-pixels\`)
and in the command line's environment (\`LECTERN_MAX_PIXELS\`). Each is checked before memory is taken.

| limit | default | what happens above it |
|---|---|---|
${rows.join('')}
An argument of a call (the input, the options) may have 65,536 bytes of JSON, nested 16 deep: more is \`INVALID_ARGUMENT\`.
`;
}

const kFlagsFile = join(kRoot, 'src', 'cli', 'flags.json');

/** The numbers of limits in a help text. */
const filled = (help) => help.replace(/\{(\w+)\}/g, (_, name) => String(kLimits.Limits.fields[name].default));

function inputFlags() {
  return fieldsOf(kInput.ReadInput, 'ts').flatMap(([name, { flag }]) =>
    flag ? [{ name: kebab(name.replace('_', '-')), ...(flag.value ? { value: flag.value } : {}), target: 'input', field: name, help: filled(flag.help) }] : [],
  );
}

function optionFlags(record, prefix) {
  return fieldsOf(record, 'ts').flatMap(([name, { type, flag }]) => {
    if (kRecords[type]) return type === 'Limits' ? [] : optionFlags(kRecords[type], `${name}.`);
    if (!flag) return [];
    const value = flag.value ? { value: flag.value } : {};
    return [{ name: flag.name, ...value, target: 'options', field: `${prefix}${name}`, help: flag.help }];
  });
}

function limitFlags() {
  return fieldsOf(kLimits.Limits, 'ts').map(([name, field]) => {
    const help = `${field.flag.help} (${field.default === undefined ? 'default: none' : `default ${field.default}`})`;
    return { name: kebab(name), value: 'N', target: 'limits', field: name, help };
  });
}

/** src/cli/flags.json: the options of the schema; those of the program itself stand there by hand. */
export function flags() {
  const own = JSON.parse(readFileSync(kFlagsFile, 'utf8')).filter(({ target }) => target === 'program');
  const all = [...inputFlags(), ...optionFlags(kOptions.ReadOptions, ''), ...limitFlags(), ...own];
  const line = (flag) => `  {${Object.entries(flag).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`;
  return `[\n${all.map(line).join(',\n')}\n]\n`;
}
