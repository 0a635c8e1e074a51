import { imageUrl, json, text } from './api.js';
import { closeDialog, openOrExplain } from './article.js';
import { badge, count, h, outLink, when } from './element.js';
import { correctLink } from './wrappers.js';

export async function showFailures(parameters) {
  const [site, reason] = [parameters.get('site') ?? '', parameters.get('reason') ?? ''];
  const state = parameters.get('state') === 'all' ? 'all' : 'open';
  const [{ items, counts }, { at }] = await Promise.all([
    json('/v1/failures', { site, reason, state, limit: 60 }),
    json('/v1/stats'),
  ]);
  const total = counts.reduce((sum, row) => sum + row.count, 0);
  return [
    h(
      'div',
      { class: 'head' },
      h('h1', {}, 'Failures'),
      h('span', { class: 'dim' }, `${count(items.length)} shown, ${count(total)} open`),
    ),
    chips(counts, { site, reason, state }),
    items.length === 0
      ? h('p', { class: 'empty' }, 'No open failures: every fetched page succeeded, at once or on a later visit.')
      : h(
          'div',
          { class: 'gallery' },
          items.map((failure) => card(failure, at)),
        ),
  ];
}

/** One filter for each pair of site and reason. */
const chips = (counts, { site, reason, state }) =>
  h(
    'p',
    { class: 'chips' },
    chip('all open', {}, site === '' && reason === '' && state === 'open'),
    chip('with mended ones', { state: 'all' }, state === 'all'),
    counts.map((row) =>
      chip(
        `${row.site}: ${row.reason} ${count(row.count)}`,
        { site: row.site, reason: row.reason },
        row.site === site && row.reason === reason,
      ),
    ),
  );

const chip = (label, query, isCurrent) =>
  h(
    'a',
    { href: `#/failures?${new URLSearchParams(query)}`, class: 'pill', 'aria-current': isCurrent ? 'true' : null },
    label,
  );

const card = (failure, now) =>
  h(
    'article',
    { class: 'shot' },
    h(
      'button',
      {
        type: 'button',
        class: 'link picture',
        'aria-label': `Failure on ${failure.url}`,
        onclick: () => openFailure(failure),
      },
      failure.screenshot === null
        ? h('span', { class: 'nothing' }, 'no screenshot')
        : picture(failure, 'size=thumbnail'),
    ),
    h(
      'div',
      { class: 'body' },
      badge(failure.reason, 'failed'),
      failure.mended !== null && [' ', badge('mended', 'stored')],
      ' ',
      h('span', { class: 'dim' }, when(failure.at, now)),
      h('p', { class: 'address' }, outLink(failure.url)),
      h('p', { class: 'dim' }, failure.detail),
    ),
  );

/** The screenshot, set when it has loaded; a missing one shows the error. */
function picture(failure, query) {
  const image = h('img', { alt: `Screenshot of ${failure.url}`, loading: 'lazy' });
  imageUrl(`/v1/failures/${encodeURIComponent(failure.id)}/screenshot?${query}`).then(
    (address) => {
      image.addEventListener('load', () => URL.revokeObjectURL(address), { once: true });
      image.src = address;
    },
    (error) => image.replaceWith(h('span', { class: 'nothing' }, error.message)),
  );
  return image;
}

const openFailure = ({ id }) =>
  openOrExplain('Failure', async () => {
    const failure = await json(`/v1/failures/${encodeURIComponent(id)}`);
    const rows = [
      ['Address', outLink(failure.url)],
      ['Reason', [badge(failure.reason, 'failed'), ' ', failure.detail]],
      ['At', new Date(failure.at).toLocaleString()],
      [
        'State',
        failure.mended === null
          ? 'open'
          : `mended by a ${failure.mended.by}, ${new Date(failure.mended.at).toLocaleString()}`,
      ],
      ['Extractor', failure.extractor],
      ['Run', h('code', {}, failure.run)],
      [
        'Again, offline',
        failure.snapshot === null
          ? 'not possible: the page was never received'
          : h('code', {}, `newshawk failures replay ${failure.id}`),
      ],
      [
        'Correct',
        failure.snapshot === null
          ? 'not possible: the page was never received'
          : correctLink(failure.url, 'Say what is the article', { onclick: closeDialog }),
      ],
    ];
    return [
      `${failure.reason} on ${failure.site}`,
      h(
        'dl',
        { class: 'facts' },
        rows.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
      ),
      failure.screenshot !== null && h('div', { class: 'screenshot' }, picture(failure, 'size=full')),
      h('h3', {}, 'Rule trace'),
      failure.trace.length === 0
        ? h('p', { class: 'empty' }, 'Extraction did not begin.')
        : h(
            'ol',
            { class: 'trace' },
            failure.trace.map(({ rule, why }) => h('li', {}, h('code', {}, rule), ` ${why}`)),
          ),
      failure.media !== null && play(failure),
      failure.snapshot !== null && snapshot(failure),
    ];
  });

/** The search for media: playback steps with screenshots, then the candidates. */
const play = (failure) => {
  const { steps, endedBy, noMedia, candidates } = failure.media;
  return [
    h('h3', {}, 'Media'),
    h(
      'ol',
      { class: 'trace' },
      steps.map(({ atMs, what, screenshot }, step) =>
        h(
          'li',
          {},
          h('code', {}, `${(atMs / 1000).toFixed(1)} s`),
          ` ${what}`,
          screenshot !== null && h('div', { class: 'screenshot' }, picture(failure, `step=${step}`)),
        ),
      ),
    ),
    h('p', { class: 'dim' }, noMedia === null ? `ended by ${endedBy}` : `ended by ${endedBy}: ${noMedia}`),
    h(
      'ol',
      { class: 'trace' },
      candidates.map(({ score, role, delivery, url, reasons }) =>
        h('li', {}, h('code', {}, score), ` ${role} ${delivery} `, outLink(url), ` ${reasons.join(', ')}`),
      ),
    ),
  ];
};

function snapshot({ id }) {
  const place = h('div', {});
  const show = (build) => async () => {
    try {
      place.replaceChildren(build(await text(`/v1/failures/${encodeURIComponent(id)}/snapshot`)));
    } catch (error) {
      place.replaceChildren(h('p', { class: 'alert', role: 'alert' }, error.message));
    }
  };
  return [
    h('h3', {}, 'Snapshot'),
    h(
      'p',
      { class: 'chips' },
      h(
        'button',
        { type: 'button', onclick: show((html) => h('pre', { class: 'source', tabindex: 0 }, html)) },
        'Show the source',
      ),
      // An empty sandbox attribute allows no scripts, no forms and no origin; this page's own CSP applies inside, too.
      h(
        'button',
        {
          type: 'button',
          onclick: show((html) =>
            h('iframe', { sandbox: '', title: 'The stored page, without scripts', srcdoc: html }),
          ),
        },
        'Show the page, without scripts',
      ),
    ),
    place,
  ];
}
