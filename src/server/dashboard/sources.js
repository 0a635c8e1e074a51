import { json, send } from './api.js';
import { badge, count, h, outLink, span, table, when } from './element.js';

export async function showSources() {
  const [{ total, items }, { at }] = await Promise.all([json('/v1/sources'), json('/v1/stats')]);
  return [
    h('div', { class: 'head' }, h('h1', {}, 'Sources'), h('span', { class: 'dim' }, count(total))),
    table(
      [
        ['Source', ({ url }) => outLink(url), 'wide address'],
        ['Kind', ({ kind }) => kind],
        ['Site', ({ site }) => h('a', { href: `#/articles?site=${encodeURIComponent(site)}` }, site)],
        ['State', stateCell, 'nowrap'],
        ['Next poll', (source) => nextPoll(source, at), 'nowrap'],
        ['Last poll', ({ lastPolledAt }) => when(lastPolledAt, at), 'nowrap'],
        ['Interval', interval, 'nowrap'],
        ['Last result', ({ lastVisit }) => outcome(lastVisit)],
      ],
      items,
      {
        caption: 'Sources with their next poll',
        empty: 'No sources yet: they appear with the first crawl, or by `newshawk sources add`.',
      },
    ),
  ];
}

/** The state, and a button that pauses the source or resumes it. The row shows the answer of the server. */
function stateCell({ id, url, state }) {
  const cell = h('span', {});
  const change = async (verb) => {
    try {
      await send('PUT', `/v1/sources/${id}/${verb}`);
      fill((await json(`/v1/sources/${id}`)).state);
    } catch (error) {
      cell.append(h('span', { role: 'alert' }, ` ${error.message}`));
    }
  };
  const fill = (newState) => {
    const verb = newState === 'paused' ? 'resume' : 'pause';
    const label = `${verb} ${url}`;
    const button = h(
      'button',
      { type: 'button', class: 'link', 'aria-label': label, onclick: () => change(verb) },
      verb,
    );
    cell.replaceChildren(badge(newState), ' ', button);
  };
  fill(state);
  return cell;
}

function nextPoll({ nextPollAt, state }, now) {
  if (state === 'paused') return h('span', { class: 'dim' }, 'paused');
  return new Date(nextPollAt) <= new Date(now) ? 'when a crawl runs' : when(nextPollAt, now);
}

/** The interval that polling has adapted, and the configured one; below, what tuning has learned. */
function interval({ intervalMs, baseIntervalMs, tuning }) {
  const learned = tuning === null ? [] : tuningTexts(tuning);
  return [
    span(intervalMs),
    intervalMs === baseIntervalMs ? null : h('span', { class: 'dim' }, ` (base ${span(baseIntervalMs)})`),
    learned.length === 0 ? null : h('div', { class: 'dim' }, learned.join(', ')),
  ];
}

const tuningTexts = ({ intervalMs, hours }) => [
  ...(intervalMs === null ? [] : [`learned base ${span(intervalMs)}`]),
  ...(hours === null ? [] : [`${hours.length} of 168 h`]),
];

const outcome = (visit) =>
  visit === null
    ? h('span', { class: 'dim' }, 'no record')
    : [
        badge(visit.outcome),
        ` ${count(visit.newLinks)} new`,
        visit.reason === null ? null : h('span', { class: 'dim' }, ` ${visit.reason}`),
      ];
