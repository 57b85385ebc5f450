/** Light, dark, or as the system is. */
import { byId } from './dom.js';
import { choose, kThemes, onChoice, settings, type Theme } from './settings.js';
import { choice } from './views/choice.js';

const kNames: Record<Theme, string> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function apply(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

export function startTheme(): void {
  const options = kThemes.map((theme) => [theme, kNames[theme]] as const);
  const { element } = choice('Colours', options, settings.theme, (theme) => choose('theme', theme));
  byId('theme').append(element);
  apply();
  onChoice(apply);
}
