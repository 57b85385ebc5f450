/**
 * A tool's schema for frameworks that check a model's input themselves. They refuse what the tool would take or explain
 * (`"limit": "100"`, `path` for `file_path`), in words of their own.
 */

/** JSON Schema of a tool's input. */
type JsonSchema = Record<string, unknown>;

/**
 * A Standard Schema, and Standard JSON Schema: `validate` takes everything, `jsonSchema` is what a model is shown. Read as
 * JSON Schema it is that of any object.
 */
export interface OpenSchema {
  readonly type: 'object';
  readonly properties: Record<string, never>;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'lectern';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: (options?: object) => JsonSchema;
      readonly output: (options?: object) => JsonSchema;
    };
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
  };
}

/**
 * The schema for the model, and none for the framework: the tool's own check decides.
 *
 * @param inputSchema - that of a tool of lectern
 * @example
 * ```ts
 * const schema = toOpenSchema(tool.inputSchema);
 * schema['~standard'].jsonSchema.input(); // what the model is shown
 * schema['~standard'].validate({ path: 'notes.txt' }); // { value: { path: 'notes.txt' } }
 * ```
 */
export function toOpenSchema(inputSchema: object): OpenSchema {
  // Frameworks change the schemas that they are given.
  const copy = (): JsonSchema => structuredClone({ ...inputSchema });
  return {
    type: 'object',
    properties: {},
    '~standard': {
      version: 1,
      vendor: 'lectern',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
}
