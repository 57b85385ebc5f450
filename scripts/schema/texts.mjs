// What people read: docs/limits.md and the options of the command line.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { kRoot } from '../lib/project.mjs';
import { defaultOf, fieldsOf, kebab, kEnums, kInput, kLimits, kNotice, kOptions, kRecords, withCommas } from './schema.mjs';

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

const kFlagsFile = join(kRoot, 'src', 'command', 'flags.json');
/** Headings of the help text, for options in groups. */
const kGroups = {
  text: 'Text',
  image: 'Images',
  notebook: 'Notebooks',
  pdf: 'PDF',
  sheet: 'Documents',
  document: 'Documents',
  host: 'Request',
};

/** The numbers of limits in a help text. */
const filled = (help) => help.replace(/\{(\w+)\}/g, (_, name) => String(kLimits.Limits.fields[name].default));

/** A row of the file. */
function flagOf(name, { type, flag }, row) {
  const values = flag.values ?? kEnums[type]?.names;
  return {
    name,
    ...(flag.value ? { value: flag.value } : {}),
    ...(values ? { values } : {}),
    ...row,
    ...(flag.common ? { common: true } : {}),
  };
}

function inputFlags() {
  return fieldsOf(kInput.ReadInput, 'ts').flatMap(([name, field]) => {
    if (!field.flag) return [];
    const row = { target: 'input', field: name, group: 'What to read', help: filled(field.flag.help) };
    return [flagOf(kebab(name.replace('_', '-')), field, row)];
  });
}

function optionFlags(record, prefix) {
  return fieldsOf(record, 'ts').flatMap(([name, field]) => {
    const { type, flag } = field;
    if (kRecords[type]) return type === 'Limits' ? [] : optionFlags(kRecords[type], `${name}.`);
    if (!flag) return [];
    const group = kGroups[prefix.slice(0, -1)] ?? 'Reading';
    return [flagOf(flag.name, field, { target: 'options', field: `${prefix}${name}`, group, help: flag.help })];
  });
}

function limitFlags() {
  return fieldsOf(kLimits.Limits, 'ts').map(([name, field]) => {
    const help = `${field.flag.help} (${field.default === undefined ? 'default: none' : `default ${withCommas(field.default)}`})`;
    return { name: kebab(name), value: 'N', target: 'limits', field: name, group: 'Limits', help };
  });
}

/**
 * src/command/flags.json, in the order of the help text: the options of the schema; those of the program itself stand there by hand.
 */
export function flags() {
  const own = JSON.parse(readFileSync(kFlagsFile, 'utf8')).filter(({ target }) => target === 'program');
  const last = own.filter(({ group }) => group === 'Help');
  const first = own.filter(({ group }) => group !== 'Help');
  const all = [...inputFlags(), ...first, ...optionFlags(kOptions.ReadOptions, ''), ...limitFlags(), ...last];
  const line = (flag) => `  {${Object.entries(flag).map(([name, value]) => `${JSON.stringify(name)}: ${spaced(value)}`).join(', ')}}`;
  return `[\n${all.map(line).join(',\n')}\n]\n`;
}

/** JSON with a space between the members of a list. */
function spaced(value) {
  return Array.isArray(value) ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]` : JSON.stringify(value);
}
