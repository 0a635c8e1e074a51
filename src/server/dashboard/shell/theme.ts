import { effect, signal } from '@preact/signals';

const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const storageKey = 'newshawk-theme';

const isTheme = (text: string | null): text is Theme => themes.some((name) => name === text);
const kept = localStorage.getItem(storageKey);

/** `auto`: what the system says. */
export const theme = signal<Theme>(isTheme(kept) ? kept : 'auto');

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto';
  localStorage.setItem(storageKey, theme.value);
}

/** The style sheets read the theme from the root element. */
export const applyTheme = (): void => {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
};
