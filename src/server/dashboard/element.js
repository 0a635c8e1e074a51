// Builds the page. Text becomes text nodes, never markup: text of crawled pages is hostile, so innerHTML is not used.

/** `h('a', { href }, 'text', child)`; null and false children are skipped, lists are flattened. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(
    ...children
      .flat(Number.POSITIVE_INFINITY)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A link to another site: http(s) only (a stored javascript: address stays text), without a referrer. */
export function outLink(address, text = address) {
  const safe = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return safe ? h('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, text) : h('span', {}, text);
}

export const badge = (text, kind = text) =>
  h('span', { class: `badge is-${String(kind).replace(/[^a-z-]/gi, '')}` }, text);

/** Columns are `[title, (row) => child, className?]`; narrow screens show each row as a card with the titles beside the cells. */
export function table(columns, rows, { caption, empty = 'Nothing yet.' }) {
  if (rows.length === 0) return h('p', { class: 'empty' }, empty);
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(([title, , name]) => h('th', { scope: 'col', class: name }, title)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            columns.map(([title, cell, name]) =>
              h('td', { 'data-label': title, class: name }, h('div', { class: 'cell' }, cell(row))),
            ),
          ),
        ),
      ),
    ),
  );
}

export const panel = (title, ...children) => h('section', { class: 'panel' }, h('h2', {}, title), ...children);

export const count = (value) => Number(value).toLocaleString('en').replaceAll(',', '\u202f');

export function bytes(value) {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${(value / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

export function span(ms) {
  const abs = Math.abs(ms);
  if (abs < 1_000) return `${Math.round(abs)} ms`;
  const [size, unit] = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1_000, 's'],
  ].find(([unitMs]) => abs >= unitMs);
  return `${(abs / size).toFixed(abs / size < 10 && unit !== 's' ? 1 : 0).replace(/\.0$/, '')} ${unit}`;
}

/** `3 min ago` or `in 2 h`, with the full time on hover. */
export function when(text, now) {
  if (text === null) return h('span', { class: 'dim' }, 'never');
  const [at, to] = [new Date(text), new Date(now)];
  const ago = to.getTime() - at.getTime();
  return h(
    'time',
    { datetime: at.toISOString(), title: at.toLocaleString() },
    ago >= 0 ? `${span(ago)} ago` : `in ${span(ago)}`,
  );
}
