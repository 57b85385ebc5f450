// The component: lectern.wit, and the C++ that lays its records out in memory and takes them apart.

import { kResultStructs, memberOf } from './cpp.mjs';
import { elementOf, fieldsOf, kebab, kEnums, kInput, kLimits, kNotice, kOptions, kRecords, kResult, wrapped } from './schema.mjs';

const kTypes = {
  string: 'string',
  boolean: 'bool',
  integer: 'u64',
  u32: 'u32',
  number: 'f64',
  points: 'f64',
  bytes: 'list<u8>',
  position: 's64',
  ranges: 'string',
  lines: 'string',
};
/** Words that WIT keeps for itself, as far as a field has their name. */
const kReserved = ['as'];

const named = (type) => kTypes[type] ?? kebab(type);

/** A field's type in WIT. */
function witType(field) {
  if (field.wit) return field.wit;
  const element = elementOf(field.type);
  if (element) return `list<${named(element)}>`;
  return field.required ? named(field.type) : `option<${named(field.type)}>`;
}

const witFields = (record) => fieldsOf(record, 'wit').filter(([, field]) => field.wit !== false);

/** Records that exist in JavaScript alone have no field here. */
const witRecords = () => Object.keys(kRecords).filter((name) => kRecords[name].variants || witFields(kRecords[name]).length > 0);

function comment(text, indent) {
  return wrapped(text, 116 - indent.length).map((line) => `${indent}/// ${line}\n`).join('');
}

const id = (name) => (kReserved.includes(kebab(name)) ? `%${kebab(name)}` : kebab(name));

function enumText(name) {
  return `${comment(kEnums[name].doc, '  ')}  enum ${kebab(name)} { ${kEnums[name].names.map(kebabValue).join(', ')} }\n`;
}

const kebabValue = (value) => value.toLowerCase().replaceAll('_', '-');

function recordText(name) {
  const record = kRecords[name];
  const fields = witFields(record).map(
    ([field, about]) => `${comment(about.witDoc ?? about.doc, '    ')}    ${id(field)}: ${witType(about)},\n`,
  );
  const text = (body) => `${comment(record.doc, '  ')}  record ${kebab(name)} {\n${body}  }\n`;
  if (!record.variants) return text(fields.join(''));
  const cases = Object.entries(record.variants).map(([variant, { type }]) => `    ${variant}(${named(type)}),\n`);
  return `  variant piece {\n${cases.join('')}  }\n\n${text(`    piece: piece,\n${fields.join('')}`)}`;
}

/** src/component/lectern.wit */
export function wit() {
  const types = [...Object.keys(kEnums).map(enumText), ...witRecords().map(recordText)];
  return `/// The Read tool for AI agents: the bytes of a file in, what a multimodal model can use out.
/// ${kNotice}
package lectern:read@0.2.0;

/// The types of the JavaScript surface (js/types) field by field. What is absent has its default. Bytes are bytes here, not
/// base64, and a failure is the error of \`result\`.
interface reader {
${types.join('\n')}
  /// Reads one file for a model. What is wrong with the arguments is a failure like any other. Keeps no state.
  read: func(bytes: list<u8>, input: read-input, options: read-options) -> result<tool-result, failure>;
}

/// Exports a reader and imports nothing.
world lectern {
  export reader;
}
`;
}

const kMemory = { string: 'String', bool: 'bool', u64: 'std::uint64_t', s64: 'std::int64_t', u32: 'std::uint32_t', f64: 'double' };
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());

/** A WIT type as it stands in memory. */
function memory(type) {
  if (type === 'list<u8>') return 'Bytes';
  const inner = /^(option|list)<(.*)>$/.exec(type);
  if (inner) return `${pascal(inner[1])}<${memory(inner[2])}>`;
  if (kMemory[type]) return kMemory[type];
  return kEnums[pascal(type)] ? 'Case' : pascal(type);
}

const isScalar = (type) => ['bool', 'double', 'Case'].includes(type) || type.startsWith('std::');

function structText(name) {
  const record = kRecords[name];
  const members = witFields(record).map(([field, about]) => {
    const type = memory(witType(about));
    const start = type === 'bool' ? ' = false' : isScalar(type) ? ' = 0' : '';
    return `  ${type} ${memberOf(field, about)}${start};\n`;
  });
  return `struct ${name} {\n${record.variants ? '  Piece piece;\n' : ''}${members.join('')}};\n`;
}

/** Records after those that they hold. */
function inOrder() {
  const ordered = [];
  const visit = (name) => {
    if (ordered.includes(name)) return;
    for (const [, { type }] of fieldsOf(kRecords[name], 'wit')) {
      const held = elementOf(type) ?? type;
      if (kRecords[held]) visit(held);
    }
    ordered.push(name);
  };
  for (const name of witRecords()) visit(name);
  return ordered;
}

/** src/component/records.h */
export function records() {
  return `// The records of lectern.wit in memory: the order of members is the order there.
// ${kNotice}
#pragma once

#include "component/canonical.h"

namespace lectern::component {

${inOrder().map(structText).join('\n')}
}  // namespace lectern::component
`;
}

const kArguments = [...Object.keys(kInput), ...Object.keys(kLimits), ...Object.keys(kOptions)];

const argumentsInOrder = () => inOrder().filter((name) => kArguments.includes(name));

function writing(name, field) {
  const value = `from.${memberOf(name, field)}`;
  if (kEnums[field.type]) {
    return `set(json, "${name}", ${value}, k${field.type});`;
  }
  return `set(json, "${name}", ${value});`;
}

function releasing(name, field) {
  const holds = ['string', 'lines', 'ranges'].includes(field.type) || (kRecords[field.type] && field.type !== 'PixelRegion');
  return holds ? [`  release(from.${memberOf(name, field)});\n`] : [];
}

/** src/component/argument_fields.cpp */
export function argumentFields() {
  const used = new Set(kArguments.flatMap((name) => witFields(kRecords[name]).map(([, { type }]) => type)));
  const tables = Object.keys(kEnums)
    .filter((name) => used.has(name))
    .map((name) => `constexpr const char* k${name}[] = {${kEnums[name].names.map((value) => `"${value}"`).join(', ')}};\n`);
  const writers = argumentsInOrder().map((name) => {
    const lines = witFields(kRecords[name]).map(([field, about]) => `  ${writing(field, about)}\n`);
    return `Json to_json(const ${name}& from) {\n  Json json = Json::object();\n${lines.join('')}  return json;\n}\n`;
  });
  const releasers = argumentsInOrder().map((name) => {
    const lines = witFields(kRecords[name]).flatMap(([field, about]) => releasing(field, about));
    const parameter = lines.length > 0 ? 'from' : '/*from*/';
    return `void release(const ${name}& ${parameter}) {${lines.length > 0 ? `\n${lines.join('')}` : ''}}\n`;
  });
  return `// The parameters of a read as JSON, field by field, and back to the allocator.
// ${kNotice}
#include "component/arguments.h"
#include "component/stored.h"

namespace lectern::component {
namespace {

${tables.join('')}
}  // namespace

${writers.join('\n')}
${releasers.join('\n')}
}  // namespace lectern::component
`;
}

function viewing(name, field) {
  const member = memberOf(name, field);
  const value = `from.${member}`;
  if (elementOf(field.type)) return [];
  if (kEnums[field.type]) return [field.required ? `to.${member} = case_of(${value});` : `to.${member} = option_case(${value});`];
  if (field.type === 'string') return [field.required ? `to.${member} = view(${value});` : `to.${member} = option(${value});`];
  if (field.type === 'points') return [`to.${member} = points(${value});`];
  if (kResultStructs.includes(field.type)) {
    return [`to.${member}.present = ${value}.has_value();`, `if (${value}) fill(*${value}, to.${member}.value);`];
  }
  if (field.required) return [`to.${member} = ${value};`];
  return [`to.${member} = option(${value});`];
}

/** src/component/metadata_fields.cpp */
export function metadataFields() {
  const functions = kResultStructs.map((name) => {
    const lines = witFields(kResult[name]).flatMap(([field, about]) => viewing(field, about)).map((line) => `  ${line}\n`);
    return `void fill(const lectern::${name}& from, ${name}& to) {\n${lines.join('')}}\n`;
  });
  return `// What is known about a file as views into the core's own result, field by field; lists are the answer's.
// ${kNotice}
#include "component/views.h"

namespace lectern::component {

${functions.join('\n')}
}  // namespace lectern::component
`;
}
