import type { SiteStudy, StudiedRules, StudiedSteps } from '../../commands/scraper/site-study.ts';
import type { SourceProposal } from '../../commands/sources/discover-sources.ts';
import type { SourceKind } from '../../model/crawl/source.ts';
import { printable } from '../../printable.ts';
import { quoted } from './literal.ts';

/** What a study adds to the text of a scraper. */
export interface StudyLines {
  readonly name: string | null;
  readonly language: string | null;
  /** Comments above the definition. */
  readonly head: readonly string[];
  readonly sources: readonly SourceLine[];
  /** @param hasApi whether the scraper names an API: these are used with `render: 'auto'` only */
  readonly fields: (hasApi: boolean) => readonly string[];
}

/** A source of a scraper. */
export interface SourceLine {
  /** From the first / on; in full, where it is on another host. */
  readonly path: string;
  /** `feed('/rss', { every: '10m' })` */
  readonly text: string;
  /** A comment behind it; empty: none. */
  readonly note: string;
}

export const noStudy: StudyLines = { name: null, language: null, head: [], sources: [], fields: () => [] };

/** Share of the feeds' addresses that learned patterns must match to be in force. */
const minShare = 0.9;

/** The study of a site as lines of its scraper, with comments where a person must decide. @param day as `2026-11-23` */
export function studyLines(study: SiteStudy, day: string): StudyLines {
  const { name, language, pages, others, hints, unread } = study;
  const read = `Read on ${day}: ${pages.length} articles${others.length === 0 ? '' : `, ${others.length} other pages`}. Their fixtures are beside this file.`;
  return {
    name,
    language,
    head: [read, ...hints, ...unread.map(({ url, why }) => `${url} was not read: ${why}`)].map(comment),
    sources: sourcesOf(study),
    fields: (hasApi) => [
      ...addressLines(study),
      ...listLines(study),
      ...renderLines(study, hasApi),
      ...ruleLines(study.rules),
    ],
  };
}

/** A page's texts may hold line breaks: a comment must stay one line. */
const comment = (sentence: string): string => `// ${printable(sentence)}`;
const decide = (sentence: string): string => `  // TO DECIDE: ${printable(sentence)}`;

function sourcesOf(study: SiteStudy): SourceLine[] {
  const { sources, lists, steps, origin } = study;
  const proposed = sources.filter(({ isProposed }) => isProposed);
  const rated = isEnough(proposed) ? proposed : bestOfEach(sources);
  const feeds = rated.some(({ kind }) => kind === 'feed') ? [] : largest(sources, 'feed');
  // a page that lists nothing brings nothing, where others list the articles
  const isOfUse = ({ url, kind, addsPerDay }: SourceProposal): boolean =>
    kind !== 'listing' ||
    addsPerDay > 0 ||
    lists.sources.length === 0 ||
    lists.sources.some((list) => list.url === url);
  const chosen = [...feeds, ...rated].filter((source) => isOfUse(source));
  const pages = [...lists.sources, ...steps].map(({ url }) => url);
  const others = [...new Set(pages)].filter((url) => !chosen.some((source) => source.url === url));
  const all = [
    ...chosen,
    ...others.map((url) => ({
      url,
      kind: 'listing' as const,
      every: sources.find((source) => source.url === url)?.every ?? '30m',
    })),
  ];
  return all.map(({ url, kind, every }) => {
    const found = steps.find((one) => one.url === url);
    const options = [`every: '${every}'`, ...(found === undefined ? [] : [`steps: [${stepText(found)}]`])];
    const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
    return { path, text: `${kind}(${quoted(path)}, { ${options.join(', ')} })`, note: noteOf(study, url) };
  });
}

function noteOf({ lists, steps }: SiteStudy, url: string): string {
  const found = steps.find((one) => one.url === url);
  if (found !== undefined) return `${found.links[0]} links, ${found.links[1]} after two rounds`;
  const list = lists.sources.find((one) => one.url === url);
  if (list === undefined) return '';
  return `${list.articles} articles${list.pages === 0 ? '' : ', and further pages, which are followed'}`;
}

/** Lists that bring new links; where no date says that, they were chosen by their number of links. */
const isEnough = (proposed: SiteStudy['sources']): boolean => proposed.some(({ addsPerDay }) => addsPerDay > 0);

/** The home page, and the largest feed and sitemap: cheap to poll, and nobody knows yet which of them is the first to have news. */
const bestOfEach = (sources: SiteStudy['sources']): SiteStudy['sources'] => [
  ...largest(sources, 'feed'),
  ...largest(sources, 'sitemap'),
  ...sources.filter(({ kind }) => kind === 'listing').slice(0, 1),
];

const largest = (sources: SiteStudy['sources'], kind: SourceKind): SiteStudy['sources'] =>
  sources
    .filter((source) => source.kind === kind && source.links > 0)
    .toSorted((a, b) => b.links - a.links)
    .slice(0, 1);

/** Lists are never stored: with their addresses, no doubt about their form remains. */
function listLines({ lists: { addresses } }: SiteStudy): string[] {
  if (addresses.length === 0) return [];
  const patterns = addresses.map((expression) => `    ${new RegExp(expression, 'i')},`);
  return [
    '  // Lists by their addresses: links are followed, the pages are never stored.',
    '  lists: [',
    ...patterns,
    '  ],',
  ];
}

const stepText = ({ step }: StudiedSteps): string =>
  step.kind === 'click-until-gone'
    ? `clickUntilGone(${quoted(step.selector)}, { times: 5 })`
    : 'scrollUntilNothingNew({ times: 5 })';

function addressLines({ addresses: { article, share, isSafe } }: SiteStudy): string[] {
  if (article.length === 0) return [decide('links: no pattern of addresses tells articles from other pages.')];
  const patterns = article.map((expression) => new RegExp(expression, 'i').toString());
  const matched = share === null ? '' : `${Math.round(share * 100)} % of the other addresses in feeds and sitemaps`;
  const lines = ['  links: {', '    article: [', ...patterns.map((pattern) => `      ${pattern},`), '    ],', '  },'];
  if (isSafe && (share ?? 1) >= minShare)
    return [`  // It matches every article that was read${matched === '' ? '' : `, and ${matched}`}.`, ...lines];
  const why = isSafe ? `it matches ${matched} only` : 'it misses an article, or matches a list';
  return [
    decide(`links: ${why}. Correct it and take the comment signs away.`),
    ...lines.map((line) => `  // ${line.trim()}`),
  ];
}

function renderLines({ pages, listWay }: SiteStudy, hasApi: boolean): string[] {
  const needBrowser = listWay === 'browser' && pages.every(({ snapshot }) => snapshot.via === 'browser');
  if (!needBrowser) return [];
  const why = 'Lists and articles have their text only in a browser';
  return hasApi
    ? [`  // ${why}; the API below is used with render: 'auto', the default.`]
    : [
        `  // ${why}. Without this line a crawl finds that out by itself, and learns the API behind them where there is one.`,
        "  render: 'browser',",
      ];
}

function ruleLines(rules: StudiedRules): string[] {
  const { decisions, clean } = rules;
  const proposed = (['title', 'body', 'byline', 'date', 'section'] as const).flatMap((name) => {
    const rule = rules[name];
    return rule === null ? [] : [`      // ${printable(rule.evidence)}.`, `      ${name}: ${quoted(rule.selector)},`];
  });
  const removed = clean.length === 0 ? [] : [`      clean: [${clean.map(quoted).join(', ')}],`];
  return [
    ...decisions.map(decide),
    ...(proposed.length === 0 ? [] : ['  wrappers: [', '    {', ...proposed, ...removed, '    },', '  ],']),
  ];
}
