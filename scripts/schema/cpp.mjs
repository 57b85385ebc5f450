// C++: the structures of requests, options, limits and metadata, how JSON becomes the former and the latter become JSON.

import { elementOf, fieldsOf, kEnums, kInput, kLimits, kNotice, kOptions, kRecords, snake, wrapped } from './schema.mjs';

const kWidth = 100;

/** The C++ name of an enum's value. */
export function enumerator(enumName, value) {
  const own = kEnums[enumName].cpp?.[value];
  const words = value.toLowerCase().split(/[-_]/);
  return own ?? `k${words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')}`;
}

export const memberOf = (name, field) => field.cppName ?? snake(name);
const nameOf = (name) => kRecords[name]?.cppName ?? name;

function comment(text, indent = '') {
  return wrapped(text, kWidth - indent.length - 4).map((line) => `${indent}/// ${line}\n`).join('');
}

function enumText(name) {
  const { doc, unset, names } = kEnums[name];
  const values = [...(unset ? [unset] : []), ...names].map((value) => enumerator(name, value));
  const line = `enum class ${name} : std::uint8_t { ${values.join(', ')} };`;
  const note = unset ? ` ${values[0]}: nothing is said.` : '';
  const body = line.length <= kWidth ? line : `enum class ${name} : std::uint8_t {\n${values.map((value) => `  ${value},\n`).join('')}};`;
  return `${comment(doc + note)}${body}\n`;
}

const kScalars = { integer: 'std::uint64_t', u32: 'std::uint32_t', boolean: 'bool', number: 'double', points: 'double' };

/** The declaration of a member without its semicolon. */
function declaration(name, field, isResult) {
  const member = memberOf(name, field);
  if (!field.type) return `${field.cpp} ${member}`;
  const element = elementOf(field.type);
  if (element) return `std::vector<${kRecords[element] ? nameOf(element) : 'std::string'}> ${member}`;
  if (field.type === 'ranges') return `std::vector<NumberRange> ${member}`;
  if (field.type === 'lines') return `std::vector<LineRange> ${member}`;
  if (field.type === 'string') {
    const isOptional = isResult && !field.required && !field.plain;
    return isOptional ? `std::optional<std::string> ${member}` : `std::string ${member}`;
  }
  if (kEnums[field.type]) {
    const value = field.default ?? kEnums[field.type].unset;
    if (value === undefined) return `std::optional<${field.type}> ${member}`;
    return `${field.type} ${member} = ${field.type}::${enumerator(field.type, value)}`;
  }
  if (kRecords[field.type]) {
    const isGroup = kOptions[field.type] || kLimits[field.type];
    return isGroup ? `${field.type} ${member}` : `std::optional<${field.type}> ${member}`;
  }
  const type = kScalars[field.type];
  if (field.default !== undefined || field.required) {
    const value = String(field.default ?? 0).replace(/\B(?=(\d{3})+$)/g, "'");
    return `${type} ${member} = ${value}`;
  }
  return `std::optional<${type}> ${member} = std::nullopt`;
}

function member(name, field, isResult) {
  if (field.type === 'position') {
    return (
      comment(`${field.doc} Here for lines counted from the start.`, '  ') +
      `  std::optional<std::uint64_t> ${name} = std::nullopt;\n` +
      comment(`First line counted from the end: 1 is the last one. Never set together with \`${name}\`.`, '  ') +
      '  std::optional<std::uint64_t> from_end = std::nullopt;\n'
    );
  }
  return `${comment(field.doc, '  ')}  ${declaration(name, field, isResult)};\n`;
}

function structText(name, isResult = false) {
  const record = kRecords[name];
  const members = fieldsOf(record, 'cpp').map(([field, about]) => member(field, about, isResult));
  return `${comment(record.doc)}struct ${nameOf(name)} {\n${members.join('')}};\n`;
}

function header(about, includes, body) {
  const system = includes.filter((name) => name.startsWith('<'));
  const own = includes.filter((name) => !name.startsWith('<'));
  const groups = [system, own].filter((group) => group.length > 0);
  const text = groups.map((group) => group.map((name) => `#include ${name}\n`).join('')).join('\n');
  return `${wrapped(about, kWidth - 3).map((line) => `// ${line}\n`).join('')}// ${kNotice}\n#pragma once\n\n${text}\nnamespace lectern {\n\n${body}\n}  // namespace lectern\n`;
}

const enumsOf = (records) =>
  Object.keys(kEnums).filter((name) =>
    Object.values(records).some((record) => Object.values(record.fields).some(({ type }) => type === name)),
  );

/** src/base/limits.h */
export function limitsHeader() {
  return header('Every bound a read obeys. All are passed in, none is global (docs/limits.md).', ['<cstdint>', '<optional>'], structText('Limits'));
}

/** src/base/request.h */
export function requestHeader() {
  const enums = enumsOf({ ...kInput, ...kOptions }).map(enumText);
  const structs = ['ReadInput', ...Object.keys(kOptions)].map((name) => structText(name));
  const about =
    'What a read is asked to do: the part a model writes (ReadRequest) and the part that the programmer of the host sets ' +
    '(ReadOptions). Section 1 of the contract (docs/contract.md).';
  const includes = ['<cstdint>', '<optional>', '<string>', '<vector>', '"base/encoding_tables.h"', '"base/limits.h"', '"base/ranges.h"'];
  return header(about, includes, [...enums, ...structs].join('\n'));
}

const kResultEnums = ['ContentType', 'DocumentKind', 'TruncationCause', 'LineEnd', 'PageClass'];
export const kResultStructs = ['PageInfo', 'OutlineItem', 'DocumentInfo', 'Metadata'];

/** src/base/metadata.h */
export function metadataHeader() {
  const enums = kResultEnums.map(
    (name) => `${enumText(name)}/// Its name in a result: "${kEnums[name].names[0]}" …\nstd::string_view to_string(${name} value);\n`,
  );
  const structs = kResultStructs.map((name) => structText(name, true));
  const includes = ['<cstdint>', '<optional>', '<string>', '<string_view>', '<vector>', '"base/dimensions.h"'];
  return header('What a read finds out about a file. Section 3 of the contract (docs/contract.md).', includes, [...enums, ...structs].join('\n'));
}

/** src/base/error_code.h */
export function errorCodeHeader() {
  const body = `${enumText('ErrorCode')}/// The contract's spelling: "FILE_NOT_FOUND", "CORRUPT_IMAGE" …\nstd::string_view to_string(ErrorCode value);\n`;
  return header('The codes that a program can act on. Section 7 of the contract (docs/contract.md).', ['<cstdint>', '<string_view>'], body);
}

/** src/base/names.cpp */
export function namesSource() {
  const functions = ['ErrorCode', ...kResultEnums].map((name) => {
    const { names } = kEnums[name];
    const cases = names.map((value) => `    case ${name}::${enumerator(name, value)}:\n      return "${value}";\n`);
    return `std::string_view to_string(${name} value) {\n  switch (value) {\n${cases.join('')}  }\n  return "${names.at(-1)}";\n}\n`;
  });
  return `// The names that enums have in results.\n// ${kNotice}\n#include "base/error_code.h"\n#include "base/metadata.h"\n\nnamespace lectern {\n\n${functions.join('\n')}\n}  // namespace lectern\n`;
}

const tableOf = (enumName) => `k${enumName}Names`;

function namesTable(enumName) {
  const rows = kEnums[enumName].names.map((value) => `    {"${value}", ${enumName}::${enumerator(enumName, value)}},\n`);
  return `constexpr EnumNames<${enumName}> ${tableOf(enumName)}[] = {\n${rows.join('')}};\n`;
}

/** The rule for a field: a call of a function of read/arguments.h. */
function rule(name, field, prefix) {
  const label = `"${prefix}${name}"`;
  const target = `to.${memberOf(name, field)}`;
  if (field.type === 'position') return `position_field(${label}, ${target}, to.from_end)`;
  if (field.type === 'integer') return `integer_field(${label}, ${field.min}, ${target})`;
  if (field.type === 'PixelRegion') return `region_field(${label}, ${target})`;
  if (kEnums[field.type]) return `enum_field<${field.type}>(${label}, ${tableOf(field.type)}, ${target})`;
  if (kRecords[field.type]) return `group_field(${label}, apply_${snake(field.type)}, ${target})`;
  return `${field.type}_field(${label}, ${target})`;
}

function applyFunction(name, prefix) {
  const rules = fieldsOf(kRecords[name], 'cpp')
    .filter(([, field]) => field.type)
    .map(([field, about]) => `      ${rule(field, about, prefix)},\n`);
  return (
    `Result<void> apply_${snake(name)}(const Json& json, std::string_view what, ${nameOf(name)}& to) {\n` +
    `  const FieldRule rules[] = {\n${rules.join('')}  };\n  return apply_fields(json, what, rules);\n}\n`
  );
}

/** src/read/request_fields.cpp */
export function requestFieldsSource() {
  const groups = Object.entries(kOptions.ReadOptions.fields).filter(([, { type }]) => kRecords[type]);
  const tables = enumsOf({ ...kInput, ...kOptions }).map(namesTable);
  const inner = groups.map(([name, { type }]) => applyFunction(type, `${name}.`));
  return `// The fields of requests and options: their names, types and ranges.\n// ${kNotice}
#include <utility>

#include "read/arguments.h"

namespace lectern {
namespace {

template <typename Enum>
using EnumNames = std::pair<std::string_view, Enum>;

${[...tables, ...inner].join('\n')}
}  // namespace

${applyFunction('ReadInput', '')}
${applyFunction('ReadOptions', '')}
}  // namespace lectern
`;
}

/** Statements that write a field into `json`. */
function writing(name, field, isResult) {
  const value = `from.${memberOf(name, field)}`;
  const element = elementOf(field.type);
  const set = (text) => `set(json, "${name}", ${text});`;
  if (element === 'string') return `if (!${value}.empty()) ${set(value)}`;
  if (element) return `for (const ${element}& item : ${value}) json["${name}"].push_back(to_json(item));`;
  if (field.type === 'position') {
    return `set_if(json, "${name}", ${value});\n  if (from.from_end) ${set('-static_cast<std::int64_t>(*from.from_end)')}`;
  }
  if (field.type === 'ranges' || field.type === 'lines') return `if (!${value}.empty()) ${set(`ranges_text(${value})`)}`;
  if (field.type === 'boolean' && !isResult) return `if (${value}) ${set('true')}`;
  if (field.type === 'points') return set(`points(${value})`);
  if (field.type === 'string') {
    if (field.required) return set(value);
    const isPlain = !isResult || field.plain;
    return isPlain ? `if (!${value}.empty()) ${set(value)}` : `set_if(json, "${name}", ${value});`;
  }
  const written = kEnums[field.type] ? (text) => `to_string(${text})` : kRecords[field.type] ? (text) => `to_json(${text})` : field.type === 'number' ? (text) => `number(${text})` : undefined;
  if (kEnums[field.type]?.unset) return `if (${value} != ${field.type}::${enumerator(field.type, kEnums[field.type].unset)}) ${set(written(value))}`;
  if (field.required || field.default !== undefined) return set(written ? written(value) : value);
  return written ? `if (${value}) ${set(written(`*${value}`))}` : `set_if(json, "${name}", ${value});`;
}

function writeFunction(name, isResult) {
  const lines = fieldsOf(kRecords[name], 'cpp').map(([field, about]) => `  ${writing(field, about, isResult)}\n`);
  return `Json to_json(const ${nameOf(name)}& from) {\n  Json json;\n${lines.join('')}  return json;\n}\n`;
}

function viewName() {
  const cases = kEnums.View.names.map((value) => `    case View::${enumerator('View', value)}:\n      return "${value}";\n`);
  return `std::string_view to_string(View value) {\n  switch (value) {\n${cases.join('')}    default:\n      return "";\n  }\n}\n`;
}

/** src/read/result_fields.cpp */
export function resultFieldsSource() {
  return `// The fields of requests and metadata as JSON: their names and order.\n// ${kNotice}
#include "base/format.h"
#include "read/json_fields.h"

namespace lectern {
namespace {

${viewName()}
}  // namespace

${['PixelRegion', 'ReadInput'].map((name) => writeFunction(name, name === 'PixelRegion')).join('\n')}
${['Dimensions', ...kResultStructs].map((name) => writeFunction(name, true)).join('\n')}
}  // namespace lectern
`;
}

