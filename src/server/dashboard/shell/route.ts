import { computed, signal } from '@preact/signals';
import { type Query, queryText } from '../data/api.ts';

const hash = signal(location.hash);
window.addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** `#/articles?site=x`: the name of the page and its parameters. */
export const route = computed(() => {
  const [name = '', query = ''] = hash.value.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  return { name, query: new URLSearchParams(query) };
});

/** The address of a page of the dashboard. */
export const address = (name: string, query: Query = {}): string => `#/${name}${queryText(query)}`;

export function go(to: string): void {
  location.hash = to;
}

/** The address of this page with some parameters changed; null removes one. */
export function here(changes: Query): string {
  const { name, query } = route.value;
  return address(name, { ...Object.fromEntries(query), ...changes });
}

/** As `go`, without an entry in the history. */
export function replace(to: string): void {
  history.replaceState(null, '', to);
  hash.value = location.hash;
}
