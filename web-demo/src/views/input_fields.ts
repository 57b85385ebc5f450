/** Buttons that put the fields of the tool's input into its JSON, and take them out. */
import { announce, button, byId } from '../dom.js';
import type { ToolDefinition } from '../protocol.js';

/** A value to begin with. Fields that are not named here begin with what their type allows. */
const kExamples: Record<string, unknown> = {
  limit: 20,
  lines: '1-5,20-',
  pages: '1-2',
  cells: '2-3',
  region: { x: 0, y: 0, width: 200, height: 150 },
  view: 'picture',
  search: 'words',
  file_type: 'text',
};
const kOfTypes: Record<string, unknown> = { integer: 1, boolean: true, string: '', object: {} };

export class InputFields {
  readonly #input: HTMLTextAreaElement;
  #buttons: HTMLButtonElement[] = [];

  /** @param input - holds the JSON */
  constructor(input: HTMLTextAreaElement) {
    this.#input = input;
    input.addEventListener('input', () => this.follow());
  }

  /** Shows a button for each field that the model may write. */
  show({ properties }: ToolDefinition['input_schema']): void {
    this.#buttons = Object.entries(properties)
      .filter(([name]) => name !== 'file_path')
      .map(([name, { type, description }]) => {
        const value = kExamples[name] ?? kOfTypes[type];
        const toggle = () => this.#toggle(name, value);
        return button({ class: 'small', title: description, value: name }, toggle, name);
      });
    byId('tool-fields').replaceChildren(...this.#buttons);
    this.follow();
  }

  /** Marks the fields that the JSON has. */
  follow(): void {
    const json = this.#parsed() ?? {};
    for (const field of this.#buttons) field.ariaPressed = String(field.value in json);
  }

  #toggle(name: string, value: unknown): void {
    const json = this.#parsed();
    if (!json) {
      announce('The input is no JSON object now.', 'problem');
      return;
    }
    if (name in json) delete json[name];
    else json[name] = value;
    this.#input.value = JSON.stringify(json, null, 2);
    this.follow();
  }

  #parsed(): Record<string, unknown> | undefined {
    try {
      const json: unknown = JSON.parse(this.#input.value);
      return typeof json === 'object' && json !== null && !Array.isArray(json)
        ? (json as Record<string, unknown>)
        : undefined;
    } catch {
      return undefined;
    }
  }
}
