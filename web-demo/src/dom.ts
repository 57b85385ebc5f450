/** Elements without markup in strings. */

export type Child = Node | string | undefined | false;

/** Attributes; those that are undefined or false are left out. */
export type Attributes = Record<string, string | number | boolean | undefined>;

/** Makes an element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/** A button that does something. */
export function button(
  attributes: Attributes,
  onClick: () => void,
  ...children: Child[]
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, ...children);
  element.addEventListener('click', onClick);
  return element;
}

/** The element of the page with this id. */
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element as Type;
}

/** A control inside a label. */
export function labelled(
  text: string,
  control: HTMLElement,
  className = 'field',
): HTMLLabelElement {
  return h('label', { class: className }, h('span', {}, text), control);
}

/** A drop-down list. @param options - values and what they are called */
export function selectOf<Value extends string>(
  options: readonly (readonly [Value, string])[],
  value: Value | undefined,
  onChange: (value: Value) => void,
): HTMLSelectElement {
  const select = h('select');
  for (const [optionValue, name] of options) {
    select.append(h('option', { value: optionValue, selected: optionValue === value }, name));
  }
  select.addEventListener('change', () => onChange(select.value as Value));
  return select;
}

/** Whether the panes stand below each other, so that only one of them fits the screen. */
export function isNarrow(): boolean {
  return !matchMedia('(min-width: 48rem)').matches;
}

/** Says something to everybody, those with a screen reader too. */
export function announce(message: string, kind: 'status' | 'problem' = 'status'): void {
  const toast = byId('toast');
  toast.textContent = message;
  toast.dataset.kind = kind;
  toast.classList.add('shown');
  clearTimeout(Number(toast.dataset.timer));
  const timer = setTimeout(() => toast.classList.remove('shown'), kind === 'problem' ? 8000 : 3000);
  toast.dataset.timer = String(timer);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
