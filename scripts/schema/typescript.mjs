// TypeScript: the types of requests and results with their TSDoc, and what the tool's description is made from.

import { defaultOf, elementOf, fieldsOf, kEnums, kInput, kLimits, kNotice, kOptions, kRecords, kResult, withCommas, wrapped } from './schema.mjs';

const kWidth = 100;
const kDocWidth = 120;

function comment(text, indent = '') {
  const line = `${indent}/** ${text} */\n`;
  if (line.length <= kDocWidth) return line;
  const lines = wrapped(text, kDocWidth - indent.length - 3).map((part) => `${indent} * ${part}\n`);
  return `${indent}/**\n${lines.join('')}${indent} */\n`;
}

function union(head, members, tail = ';\n') {
  const line = `${head} ${members.join(' | ')}${tail}`;
  if (line.length - 1 <= kWidth) return line;
  return `${head}\n${members.map((text) => `  | ${text}`).join('\n')}${tail}`;
}

const quoted = (name) => `'${name}'`;

/** The TypeScript name of an enum or a record. */
const nameOf = (type) => (kEnums[type] ?? kRecords[type])?.tsName ?? type;

function enumText(name) {
  const { doc, names } = kEnums[name];
  return comment(doc) + union(`export type ${nameOf(name)} =`, names.map(quoted));
}

const kNumbers = ['integer', 'u32', 'number', 'points', 'position'];

function typeOf(field) {
  if (field.ts) return field.ts;
  const element = elementOf(field.type);
  if (element) return `${nameOf(element)}[]`;
  if (kEnums[field.type] || kRecords[field.type] || field.type === 'boolean') return nameOf(field.type);
  return kNumbers.includes(field.type) ? 'number' : 'string';
}

function fieldText([name, field]) {
  const said = defaultOf(field);
  const doc = field.doc + (said === undefined ? '' : ` @defaultValue ${said}`);
  return `${comment(doc, '  ')}  ${name}${field.required ? '' : '?'}: ${typeOf(field)};\n`;
}

/** A record as what its outcomes have in common, one type for each, and the union of them. */
function outcomesText(key, record) {
  const name = nameOf(key);
  const all = fieldsOf(record, 'ts');
  const shared = all.filter(([, { outcome }]) => !outcome).map(fieldText).join('');
  const common = `${comment('What a result has whether the read succeeded or not.')}export interface ${name}Base {\n${shared}}\n`;
  const types = Object.entries(record.outcomes).map(([outcome, type]) => {
    const fields = all.filter(([, field]) => field.outcome).map(([field, about]) => {
      if (about.outcome === 'both') return `${comment(about.doc, '  ')}  ${field}: ${outcome};\n`;
      return about.outcome === outcome
        ? fieldText([field, { ...about, required: true }])
        : `${comment(`Absent.`, '  ')}  ${field}?: undefined;\n`;
    });
    const doc = outcome === 'true' ? 'The result of a read that succeeded.' : 'The result of a read that failed.';
    return `${comment(doc)}export interface ${type} extends ${name}Base {\n${fields.join('')}}\n`;
  });
  return [common, ...types, comment(record.doc) + union(`export type ${name} =`, Object.values(record.outcomes))].join('\n');
}

function recordText(key) {
  const record = kRecords[key];
  if (record.outcomes) return outcomesText(key, record);
  const name = nameOf(key);
  const fields = fieldsOf(record, 'ts').map(fieldText).join('');
  if (!record.variants) return `${comment(record.doc)}export interface ${name} {\n${fields}}\n`;
  const variants = Object.entries(record.variants).map(
    ([variant, field]) => `{ type: '${variant}'; ${variant}: ${typeOf(field)} }`,
  );
  const common = `${comment(`Where a piece of a result belongs.`)}export interface ${name}Place {\n${fields}}\n`;
  return `${common}\n${comment(record.doc)}export type ${name} = ${name}Place &\n  (${variants.join(' | ')});\n`;
}

const isWritten = (name) => !kRecords[name].external?.includes('ts');

function enumsOf(records) {
  const fields = Object.values(records).flatMap((record) => Object.values(record.fields));
  return Object.keys(kEnums).filter((name) => fields.some(({ type }) => type === name));
}

function file(about, imports, records) {
  const enums = enumsOf(records).map(enumText);
  const texts = Object.keys(records).filter(isWritten).map(recordText);
  return `/** ${about} ${kNotice} */\n${imports.join('')}\n${[...enums, ...texts].join('\n')}`;
}

/** js/types/request_types.ts */
export function requestTypes() {
  const imports = ["import type { DecodeImage } from './decode_types.js';\n"];
  return file('The types of what is asked for.', imports, { ...kInput, ...kLimits, ...kOptions });
}

/** js/types/result_types.ts */
export function resultTypes() {
  const imports = ["import type { ReadInput } from './request_types.js';\n"];
  return file('The types of what a read gives.', imports, kResult);
}

function property(name, value, indent) {
  const line = `${indent}${name}: ${value},\n`;
  return line.length - 1 <= kWidth ? line : `${indent}${name}:\n${indent}  ${value},\n`;
}

const grouped = (number) => withCommas(number).replaceAll(',', number < 10_000 ? '' : '_');

const kSchemaTypes = { integer: 'integer', position: 'integer', u32: 'integer', boolean: 'boolean' };

/** A field as a JSON Schema has it, in TypeScript. */
function schemaText(name, field, indent) {
  const inner = `${indent}  `;
  const lines = [property('type', quoted(kRecords[field.type] ? 'object' : (kSchemaTypes[field.type] ?? 'string')), inner)];
  if (kEnums[field.type]) lines.push(property('enum', `[${kEnums[field.type].names.map(quoted).join(', ')}]`, inner));
  if (kRecords[field.type]) {
    const parts = fieldsOf(kRecords[field.type], 'ts');
    const required = parts.filter(([, part]) => part.required).map(([part]) => quoted(part));
    const properties = parts.map(([part, about]) => schemaText(part, about, `${inner}  `)).join('');
    lines.push(`${inner}properties: {\n${properties}${inner}},\n`, property('required', `[${required.join(', ')}]`, inner));
  }
  if (field.min > 0 && !field.flag?.min) lines.push(property('minimum', field.min, inner));
  if (field.tool) lines.push(property('description', quoted(field.tool), inner));
  if (lines.length === 1) return `${indent}${name}: { ${lines[0].trim().slice(0, -1)} },\n`;
  return `${indent}${name}: {\n${lines.join('')}${indent}},\n`;
}

/** js/tool/input_fields.ts */
export function inputFields() {
  const limits = Object.entries(kLimits.Limits.fields).filter(([, field]) => field.default !== undefined);
  const fields = fieldsOf(kInput.ReadInput, 'ts');
  const required = fields.filter(([, field]) => field.required).map(([name]) => quoted(name));
  return `/** What the tool's description and its JSON Schema are made from. ${kNotice} */

/** The defaults of the limits that have one. */
export const kLimitDefaults = {
${limits.map(([name, field]) => `  ${name}: ${grouped(field.default)},\n`).join('')}} as const;

/** The properties of the input's JSON Schema. In a description, {name} stands for the limit of that name. */
export const kInputProperties = {
${fields.map(([name, field]) => schemaText(name, field, '  ')).join('')}} as const;

/** The properties that must be there. */
export const kRequiredInput = [${required.join(', ')}] as const;
`;
}
