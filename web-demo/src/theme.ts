/** Light, dark, or as the system is. */
import { byId, h, selectOf } from './dom.js';
import { choose, kThemes, onChoice, settings, type Theme } from './settings.js';

const kNames: Record<Theme, string> = {
  system: 'Auto theme',
  light: 'Light theme',
  dark: 'Dark theme',
};

function apply(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function startTheme(): void {
  const options = kThemes.map((theme) => [theme, kNames[theme]] as const);
  const select = selectOf(options, settings.theme, (theme) => choose('theme', theme));
  byId('theme').append(h('label', {}, h('span', { class: 'unseen' }, 'Theme'), select));
  apply();
  onChoice(apply);
}
