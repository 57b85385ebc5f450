/** Tabs after the ARIA Authoring Practices: arrow keys move, each panel is labelled by its tab. */
import { h } from '../dom.js';

export interface Tab {
  id: string;
  name: string;
  panel: HTMLElement;
}

export interface Tabs {
  list: HTMLElement;
  select(id: string): void;
}

/** @param onSelect - called when a tab is chosen, the first one too */
export function tabs(label: string, all: Tab[], onSelect?: (id: string) => void): Tabs {
  const buttons = all.map(({ id, name, panel }) => {
    panel.id ||= `panel-${id}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${id}`);
    return h(
      'button',
      { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': panel.id },
      name,
    );
  });
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, ...buttons);

  const show = (index: number) => {
    all.forEach(({ panel }, i) => {
      panel.hidden = i !== index;
      buttons[i]?.setAttribute('aria-selected', String(i === index));
      buttons[i]?.setAttribute('tabindex', i === index ? '0' : '-1');
    });
    const chosen = all[index];
    if (chosen) onSelect?.(chosen.id);
  };
  buttons.forEach((button, index) => {
    button.addEventListener('click', () => show(index));
  });
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: buttons.length - 1,
    };
    const to = moves[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const index = (to + buttons.length) % buttons.length;
    buttons[index]?.focus();
    show(index);
  });
  show(0);
  return { list, select: (id) => show(all.findIndex((tab) => tab.id === id)) };
}
