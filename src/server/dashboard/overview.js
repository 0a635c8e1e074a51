import { json } from './api.js';
import { badge, bytes, count, h, outLink, panel, span, svg, table, when } from './element.js';

const outcomes = ['stored', 'recorded', 'listed', 'dropped', 'deferred', 'failed'];
const hourMs = 3_600_000;

export async function showOverview() {
  const [stats, { items: visits }, { items: topics }, { items: categories }, hot, proxies] = await Promise.all([
    json('/v1/stats'),
    json('/v1/visits', { limit: 1000 }),
    json('/v1/topics'),
    json('/v1/categories'),
    json('/v1/hot', { limit: 8 }),
    json('/v1/proxies'),
  ]);
  document.getElementById('where').textContent = `${stats.store.kind}: ${stats.store.location}`;
  return [
    h('h1', { class: 'hidden' }, 'Overview'),
    cards(stats),
    h(
      'div',
      { class: 'columns' },
      panel('Visits by hour', hourChart(visits, stats.at)),
      panel('How tasks ended', endingBars(stats.allTime)),
    ),
    panel('How pages were fetched, last day', wayBars(stats.lastDay)),
    h('div', { class: 'columns' }, panel('Topics', topicBars(topics)), panel('Categories', categoryBars(categories))),
    h(
      'div',
      { class: 'columns' },
      panel('Rising terms, last day', termTable(hot.terms)),
      panel('Stories of most sources', storyTable(hot.stories, hot.to)),
    ),
    h(
      'div',
      { class: 'columns' },
      panel('Failures by site', failureTable(stats.failures)),
      panel('Runs', runTable(stats)),
    ),
    ...(proxies.total + proxies.uses.length === 0 ? [] : [panel('Proxies by site', proxyTable(proxies))]),
    panel('Own rules without a match', ruleTable(stats)),
  ];
}

function cards({ articles, media, frontier, sources, lastDay, savedLastDay, failures, blobs }) {
  const failed = failures.reduce((sum, row) => sum + row.count, 0);
  const list = [
    ['Published', articles.published, 'articles, on topic', '#/articles?status=published', 'good'],
    ['Duplicates', articles.duplicate, 'copies of a known story', '#/articles?status=duplicate'],
    ['Off topic', articles.offTopic, 'of no topic', '#/articles?status=off-topic'],
    ['Media', media, 'items found', '#/media'],
    ['Failures', failed, failed === 0 ? 'none' : 'with their bundles', '#/failures', failed === 0 ? 'good' : 'bad'],
    ['Queue', frontier.pending + frontier.leased, `${count(frontier.leased)} in progress`, '#/visits'],
    ['Pages, last day', lastDay.pages, withoutBrowser(savedLastDay), '#/visits'],
    ['Sources', sources.enabled, sources.due === 0 ? 'none is due' : `${count(sources.due)} due`, '#/sources'],
  ];
  const note = `${bytes(lastDay.bytes)} fetched in the last day, ${bytes(blobs.bytes)} in ${count(blobs.count)} blobs`;
  return [
    h(
      'div',
      { class: 'cards' },
      list.map(([title, value, about, href, kind]) =>
        h(
          'a',
          { class: `card ${kind ?? ''}`, href },
          h('span', { class: 'card-title' }, title),
          h('strong', {}, count(value)),
          h('span', { class: 'dim' }, about),
        ),
      ),
    ),
    h('p', { class: 'dim note' }, note),
  ];
}

/** `1,204 without a browser, about 1.2 GB saved` */
function withoutBrowser({ pages, bytes: saved }) {
  if (pages === 0) return 'none without a browser';
  return `${count(pages)} without a browser${saved > 0 ? `, about ${bytes(saved)} saved` : ''}`;
}

/** Stacked columns of the last 24 hours: at most the newest 1000 visits; the legend says so. */
function hourChart(visits, now) {
  const end = Math.ceil(new Date(now).getTime() / hourMs) * hourMs;
  const hours = Array.from({ length: 24 }, () => Object.fromEntries(outcomes.map((name) => [name, 0])));
  const recent = visits.filter(({ startedAt }) => end - new Date(startedAt).getTime() < 24 * hourMs);
  for (const { startedAt, outcome } of recent)
    hours[Math.min(23, 23 - Math.floor((end - 1 - new Date(startedAt).getTime()) / hourMs))][outcome]++;
  const top = Math.max(1, ...hours.map((hour) => outcomes.reduce((sum, name) => sum + hour[name], 0)));
  const chart = svg('svg', {
    viewBox: '0 0 480 150',
    role: 'img',
    'aria-label': `${recent.length} visits in the last 24 hours, at most ${top} in an hour`,
  });
  chart.append(svg('line', { x1: 0, x2: 480, y1: 130, y2: 130, class: 'axis' }));
  for (const [index, hour] of hours.entries()) {
    let y = 130;
    for (const name of outcomes) {
      const height = (hour[name] / top) * 120;
      y -= height;
      if (height > 0)
        chart.append(svg('rect', { x: index * 20 + 2, y, width: 16, height, rx: 1.5, class: `fill-${name}` }));
    }
    if (index % 6 === 0) {
      const label = svg('text', { x: index * 20 + 2, y: 146, class: 'tick' });
      label.textContent = new Date(end - (24 - index) * hourMs).toTimeString().slice(0, 5);
      chart.append(label);
    }
  }
  const note = visits.length === 1000 ? ' (of the newest 1000)' : '';
  return [
    chart,
    h(
      'p',
      { class: 'legend' },
      outcomes.map((name) => h('span', { class: 'key' }, h('i', { class: `swatch fill-${name}` }), `${name}`)),
      h('span', { class: 'dim' }, `${count(recent.length)} in 24 h${note}`),
    ),
  ];
}

function endingBars({ byOutcome, byReason }) {
  const reasons = Object.entries(byReason).map(([name, value]) => [name.split(':'), value]);
  const rows = [
    ...['stored', 'recorded', 'listed'].filter((name) => byOutcome[name]).map((name) => [name, '', byOutcome[name]]),
    ...reasons.map(([[outcome, reason], value]) => [outcome, reason, value]),
  ].sort((a, b) => b[2] - a[2]);
  if (rows.length === 0) return h('p', { class: 'empty' }, 'Nothing was fetched yet: `newshawk crawl` starts.');
  return bars(
    rows
      .slice(0, 9)
      .map(([outcome, reason, value]) => [reason === '' ? outcome : `${outcome}: ${reason}`, value, outcome]),
  );
}

const topicBars = (topics) =>
  topics.length === 0
    ? h('p', { class: 'empty' }, 'No topics are configured: every article is on topic.')
    : bars(
        topics.map(({ name, articles }) => [name, articles, 'topic', `#/articles?topic=${encodeURIComponent(name)}`]),
      );

const categoryBars = (categories) =>
  categories.length === 0
    ? h('p', { class: 'empty' }, 'No published article has a category yet.')
    : bars(
        [...categories]
          .sort((a, b) => b.articles - a.articles)
          .slice(0, 12)
          .map(({ label, articles }) => [
            label,
            articles,
            'listed',
            `#/articles?category=${encodeURIComponent(label)}`,
          ]),
      );

function wayBars({ byWay }) {
  const all = byWay.static + byWay.browser + byWay.api;
  if (all === 0) return h('p', { class: 'empty' }, 'No page was fetched in the last day.');
  const ways = [
    ['static', byWay.static],
    ['by API', byWay.api],
    ['in a browser', byWay.browser],
  ];
  return bars(ways.map(([way, pages]) => [`${way}, ${((100 * pages) / all).toFixed(1)} %`, pages, 'topic']));
}

/** Rows are `[label, value, kind, href?]`. */
function bars(rows) {
  const top = Math.max(1, ...rows.map(([, value]) => value));
  return h(
    'ul',
    { class: 'bars' },
    rows.map(([label, value, kind, href]) => {
      const track = svg('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
      track.append(
        svg('rect', { width: 100, height: 8, class: 'track' }),
        svg('rect', { width: (value / top) * 100, height: 8, class: `fill-${kind}` }),
      );
      return h('li', {}, href ? h('a', { href }, label) : h('span', {}, label), track, h('b', {}, count(value)));
    }),
  );
}

const failureTable = (failures) =>
  table(
    [
      ['Site', ({ site }) => h('a', { href: `#/failures?site=${encodeURIComponent(site)}` }, site)],
      ['Reason', ({ reason }) => badge(reason, 'failed')],
      ['Count', (row) => count(row.count), 'number'],
    ],
    [...failures].sort((a, b) => b.count - a.count).slice(0, 10),
    { caption: 'Failures by site and reason', empty: 'No failures.' },
  );

/** The most used pairs of proxy and site; their days are summed. */
function proxyTable({ total, good, waiting, uses }) {
  const sums = Map.groupBy(uses, ({ proxy, site }) => `${proxy} ${site}`);
  const rows = [...sums.values()].map((days) => {
    const sum = (field) => days.reduce((all, day) => all + day[field], 0);
    const [{ proxy, site }] = days;
    return {
      proxy,
      site,
      tries: sum('tries'),
      successes: sum('successes'),
      blocked: sum('blocked'),
      bytes: sum('bytes'),
    };
  });
  return [
    h(
      'p',
      { class: 'dim note' },
      `${count(good)} of ${count(total)} proxies of lists are good today; ${count(waiting)} tasks wait for a proxy`,
    ),
    table(
      [
        ['Proxy', ({ proxy }) => h('code', {}, proxy)],
        ['Site', ({ site }) => site],
        ['Succeeded', (row) => `${count(row.successes)} of ${count(row.tries)}`, 'nowrap'],
        ['Blocked', ({ blocked }) => count(blocked), 'nowrap'],
        ['Bytes', (row) => bytes(row.bytes), 'nowrap'],
      ],
      rows.sort((a, b) => b.tries - a.tries).slice(0, 20),
      { caption: 'What proxies did for sites in the last seven days', empty: 'No proxy was used yet.' },
    ),
  ];
}

const ruleTable = ({ silentRules, at }) =>
  table(
    [
      ['Site', ({ site }) => h('a', { href: `#/failures?site=${encodeURIComponent(site)}` }, site)],
      ['Rule', ({ field, what }) => [field, ' ', h('code', {}, what)]],
      ['Matched', ({ matched, tried }) => `${count(matched)} of ${count(tried)}`, 'nowrap'],
      ['Last missed', ({ lastMissedUrl }) => outLink(lastMissedUrl), 'wide address'],
      ['When', ({ lastMissedAt }) => when(lastMissedAt, at), 'nowrap'],
    ],
    silentRules,
    {
      caption: 'Scraper rules that never matched, or no longer match',
      empty: 'Every rule that was tried matches.',
    },
  );

const termTable = (terms) =>
  table(
    [
      ['Term', ({ term }) => h('a', { href: `#/articles?q=${encodeURIComponent(term)}` }, term)],
      ['Stories', ({ stories }) => count(stories), 'number'],
      ['Sources', ({ sources }) => count(sources), 'number'],
    ],
    terms,
    {
      caption: 'Terms that more stories contain than in the days before',
      empty: 'No term rises above its usual level.',
    },
  );

const storyTable = (stories, now) =>
  table(
    [
      ['Story', ({ title }) => h('a', { href: `#/articles?q=${encodeURIComponent(title.slice(0, 200))}` }, title)],
      ['Sources', ({ sources }) => count(sources), 'number'],
      ['First seen', ({ firstSeenAt }) => when(firstSeenAt, now), 'nowrap'],
    ],
    stories,
    { caption: 'Stories that several sources report, the fastest first', empty: 'No story has several sources.' },
  );

const runTable = ({ runs, at }) =>
  table(
    [
      ['Run', ({ id }) => h('code', {}, id)],
      ['Kind', ({ kind }) => kind],
      ['Began', ({ startedAt }) => when(startedAt, at)],
      [
        'Took',
        ({ startedAt, finishedAt }) =>
          finishedAt === null
            ? badge('running or interrupted', 'due')
            : span(new Date(finishedAt) - new Date(startedAt)),
      ],
    ],
    runs,
    { caption: 'The last runs', empty: 'No run yet: `newshawk crawl` starts one.' },
  );
