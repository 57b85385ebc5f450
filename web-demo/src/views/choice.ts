/** One of a few: radio buttons that look like a switch. */
import { h } from '../dom.js';

export interface Choice<Value extends string> {
  element: HTMLFieldSetElement;
  set(value: Value): void;
}

let count = 0;

/** @param options - values and what they are called */
export function choice<Value extends string>(
  legend: string,
  options: readonly (readonly [Value, string])[],
  value: Value,
  onChange: (value: Value) => void,
): Choice<Value> {
  const group = `choice-${++count}`;
  const inputs = options.map(([optionValue]) =>
    h('input', { type: 'radio', name: group, value: optionValue }),
  );
  const set = (chosen: Value) => {
    for (const input of inputs) input.checked = input.value === chosen;
  };
  set(value);
  const element = h(
    'fieldset',
    { class: 'choice' },
    h('legend', { class: 'unseen' }, legend),
    ...options.map(([, name], i) => h('label', {}, inputs[i], h('span', {}, name))),
  );
  element.addEventListener('change', ({ target }) => {
    onChange((target as HTMLInputElement).value as Value);
  });
  return { element, set };
}
