import { json, send } from './api.js';
import { badge, count, h, outLink, panel, table, when } from './element.js';

/** A page of corrections for one stored page. */
export const correctLink = (url, text = 'Correct', attributes = {}) =>
  h('a', { href: `#/correct?${new URLSearchParams({ url })}`, ...attributes }, text);

const siteAddress = (site) => `/v1/wrappers/${encodeURIComponent(site)}`;

export async function showWrappers(parameters) {
  const site = parameters.get('site');
  return site === null ? await sitesView() : await siteView(site);
}

async function sitesView() {
  const [{ total, items }, { at }] = await Promise.all([json('/v1/wrappers'), json('/v1/stats')]);
  const columns = [
    ['Site', ({ site }) => h('a', { href: `#/wrappers?${new URLSearchParams({ site })}` }, site), 'wide address'],
    ['State', stateBadges],
    ['Live', ({ live }) => live ?? '–', 'number'],
    ['Pages', (learning) => count(liveVersion(learning)?.pages ?? learning.samples), 'number'],
    ['Corrected', (learning) => count(liveVersion(learning)?.correctedPages ?? 0), 'number'],
    ['Changes of layout', ({ drifts }) => count(drifts), 'number'],
    ['Detail', ({ detail }) => detail],
    ['Updated', ({ updatedAt }) => when(updatedAt, at), 'nowrap'],
  ];
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Wrappers'), h('span', { class: 'dim' }, count(total))),
    items.filter(({ state }) => state === 'drift').map((learning) => driftBanner(learning, at)),
    table(columns, items, {
      caption: 'Sites that are learned, with their live wrapper',
      empty: 'Nothing is learned yet: a site needs five articles. `newshawk crawl` reads some.',
    }),
  ];
}

const liveVersion = ({ live, versions }) => versions.find(({ version }) => version === live);

/** `live` is a kind of broadcast elsewhere: here it has the colour of what is good. */
const stateKinds = { live: 'published', drift: 'failed', refused: 'due', collecting: 'waiting' };
const stateBadges = ({ state, isPinned }) => [
  badge(state, stateKinds[state]),
  isPinned && [' ', badge('pinned', 'due')],
];

const driftBanner = ({ site, drift, isPinned }, now) =>
  h(
    'p',
    { class: 'banner', role: 'status' },
    h('strong', {}, `${site}: the layout changed `),
    when(drift.since, now),
    `, ${drift.detail}. `,
    isPinned
      ? 'Its wrapper is pinned and stays in use.'
      : 'The generic extractor reads it until a wrapper for the new layout is learned.',
    ' ',
    outLink(drift.url, 'A page of the new layout'),
    ', ',
    correctLink(drift.url, 'correct it'),
  );

/** One site. A change is shown in place: the focus and the scroll position stay. */
async function siteView(name) {
  const mistake = h('p', { class: 'alert', role: 'alert', hidden: true });
  const place = h('div');
  const paint = async () => {
    place.replaceChildren(...(await siteContent(name, change)));
  };
  const change =
    (verb, query = {}) =>
    async () => {
      try {
        await send('POST', `${siteAddress(name)}/${verb}?${new URLSearchParams(query)}`);
        mistake.hidden = true;
        await paint();
      } catch (error) {
        mistake.textContent = error.message;
        mistake.hidden = false;
      }
    };
  await paint();
  return [mistake, place];
}

async function siteContent(name, change) {
  const [{ site, pages, corrections }, { at }] = await Promise.all([json(siteAddress(name)), json('/v1/stats')]);
  return [
    h(
      'div',
      { class: 'head' },
      h('h1', {}, name),
      h('span', {}, stateBadges(site)),
      h('a', { href: '#/wrappers' }, 'All sites'),
    ),
    site.state === 'drift' && driftBanner(site, at),
    h('p', { class: 'dim' }, site.detail),
    versionsPanel(site, at, change),
    site.versions.length > 1 && diffPanel(site, name),
    h('div', { class: 'columns' }, correctionsPanel(corrections, at), pagesPanel(pages, at)),
  ].filter(Boolean);
}

function versionsPanel(site, now, change) {
  const { versions, live, isPinned } = site;
  const button = (text, label, act) =>
    h('button', { type: 'button', class: 'quiet', 'aria-label': label, onclick: act }, text);
  const columns = [
    ['Version', ({ version }) => [version, version === live && [' ', badge('live', 'published')]], 'nowrap'],
    ['Learned', ({ learnedAt }) => when(learnedAt, now), 'nowrap'],
    ['Pages', ({ pages }) => count(pages), 'number'],
    ['Corrected', ({ correctedPages }) => count(correctedPages), 'number'],
    ['Verdict', verdictCell, 'wide'],
    ['In use', ({ validFrom, validUntil }) => used(validFrom, validUntil, now)],
    [
      'Change',
      ({ version }) =>
        version === live
          ? isPinned
            ? button('Unpin', `Unpin version ${version}`, change('unpin'))
            : button('Pin', `Pin version ${version}`, change('pin', { version }))
          : button('Use', `Use version ${version} and pin it`, change('rollback', { version })),
    ],
  ];
  return panel(
    'Versions',
    table(columns, versions.toReversed(), { caption: 'Versions of the wrapper', empty: 'No wrapper was learned yet.' }),
  );
}

const used = (from, until, now) =>
  from === null
    ? h('span', { class: 'dim' }, 'never')
    : ['from ', when(from, now), until === null ? '' : [' until ', when(until, now)]];

function verdictCell({ verdict: { isAccepted, reason, judgedPages, scores, generic } }) {
  const figures = [
    scores.corrected !== null &&
      `F1 ${scores.corrected.toFixed(3)} on corrected pages (${generic.corrected.toFixed(3)} without)`,
    `completeness ${scores.completeness.toFixed(3)}`,
    judgedPages === 0 ? 'judged on its own pages' : `judged on ${judgedPages} held back`,
  ].filter(Boolean);
  return [
    badge(isAccepted ? 'accepted' : 'refused', isAccepted ? 'published' : 'failed'),
    !isAccepted && ` ${reason}`,
    h('div', { class: 'dim small' }, figures.join(', ')),
  ];
}

function diffPanel({ versions, live }, name) {
  const numbers = versions.map(({ version }) => version);
  const to = live ?? numbers.at(-1);
  const from = numbers.filter((number) => number < to).at(-1) ?? numbers[0];
  const select = (label, chosen) =>
    h(
      'label',
      {},
      label,
      h(
        'select',
        {},
        numbers.map((number) => h('option', { value: number, selected: number === chosen }, number)),
      ),
    );
  const [before, after] = [select('From', from), select('To', to)];
  const place = h('div', { 'aria-live': 'polite' });
  const compare = async () => {
    const chosenIn = (label) => label.querySelector('select').value;
    try {
      const { lines } = await json(`${siteAddress(name)}/diff`, { from: chosenIn(before), to: chosenIn(after) });
      place.replaceChildren(
        lines.length === 0
          ? h('p', { class: 'empty' }, 'Nothing differs.')
          : h(
              'ul',
              { class: 'diff' },
              lines.map((line) => h('li', { class: diffClass(line) }, line)),
            ),
      );
    } catch (error) {
      place.replaceChildren(h('p', { class: 'alert', role: 'alert' }, error.message));
    }
  };
  const button = h('button', { type: 'button', onclick: compare }, 'Compare');
  return panel('What differs', h('div', { class: 'choices' }, before, after, button), place);
}

const diffClass = (line) => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'changed');

const correctionsPanel = (corrections, now) =>
  panel(
    'Corrected pages',
    table(
      [
        ['Page', ({ url }) => correctLink(url, url), 'wide address'],
        ['What', ({ fields }) => fields.join(', ')],
        ['By', ({ by, at }) => [by, ' ', when(at, now)]],
      ],
      corrections,
      { caption: 'Corrected pages', empty: 'None yet: open a page and click what belongs to its text.' },
    ),
  );

const pagesPanel = (pages, now) =>
  panel(
    'Newest pages',
    table(
      [
        ['Page', ({ url }) => outLink(url), 'wide address'],
        ['Read', ({ at }) => when(at, now), 'nowrap'],
        ['Correct', ({ url }) => correctLink(url, 'Correct', { 'aria-label': `Correct ${url}` })],
      ],
      pages.slice(0, 20),
      { caption: 'The newest pages that are learned from', empty: 'No article was read yet.' },
    ),
  );
