/** What a person chose for the whole page, kept for the next visit. */
import { type ChosenProvider, kProviders } from './model/request.js';

export type Theme = 'system' | 'light' | 'dark';
export const kThemes: Theme[] = ['system', 'light', 'dark'];

interface Settings {
  provider: ChosenProvider;
  theme: Theme;
}

const kKeys = { provider: 'lectern-provider', theme: 'lectern-theme' } as const;

/** Storage can be forbidden; the page works without. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value {
  return values.find((known) => known === value) ?? (values[0] as Value);
}

const current: Settings = {
  provider: oneOf(kProviders, stored(kKeys.provider)),
  theme: oneOf(kThemes, stored(kKeys.theme)),
};
const listeners: ((name: keyof Settings) => void)[] = [];

export const settings: Readonly<Settings> = current;

/** Changes a setting and tells all who listen. */
export function choose<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  if (current[name] === value) return;
  current[name] = value;
  try {
    localStorage.setItem(kKeys[name], value);
  } catch {
    // It is forgotten with the page.
  }
  for (const listener of listeners) listener(name);
}

export function onChoice(listener: (name: keyof Settings) => void): void {
  listeners.push(listener);
}
