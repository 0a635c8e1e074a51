import type { ArticleTraits } from '../../model/web/url-pattern.ts';
import { storyWords } from '../../text/path-words.ts';
import type { AddressSample } from './samples.ts';
import { foreignDirectories } from './structure.ts';
import type { TypedAddress } from './typed-address.ts';

/** Names that are kept, at most. */
const maxDirectories = 30;

/** What the addresses of a site's articles have in common. */
export function traitsOf(samples: readonly AddressSample[]): ArticleTraits {
  const articles = samples
    .filter(({ label, shares }) => (label === null ? shares.article >= 0.5 : label === 'article'))
    .map(({ address }) => address);
  const share = (holds: (address: TypedAddress) => boolean): number =>
    articles.length === 0 ? 0 : Math.round((100 * articles.filter(holds).length) / articles.length) / 100;
  const extensions = [...Map.groupBy(articles, ({ extension }) => extension)].sort(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  );
  const extension = extensions[0]?.[0] ?? '';
  return {
    articles: articles.length,
    extension,
    extensionShare: share((address) => address.extension === extension),
    datedShare: share(isDated),
    numberedShare: share(isNumbered),
    firstDirectories: firstDirectoriesOf(articles),
    storyDirectories: storyDirectoriesOf(samples),
  };
}

/** Articles from which on their only directory is a part of the template, not the one section that is known. */
const articlesOfDirectory = 10;
/** The same for each of several directories with names such as `article`. */
const articlesOfStoryWord = 4;

/** Whether these are all directories that articles of this template have, or sections, of which there may be more. */
export const isClosed = (directories: readonly string[], articles: number): boolean =>
  directories.every((name) => storyWords.has(name))
    ? directories.length * articlesOfStoryWord <= articles
    : directories.length === 1 && articles >= articlesOfDirectory;

/** The first directories of articles, where they are too few for the number of articles to be sections. */
export function firstDirectoriesOf(articles: readonly TypedAddress[]): string[] {
  const names = Map.groupBy(articles, ({ segments }) =>
    segments.length > 1 && segments[0]?.kind === 'name' ? segments[0].text : '',
  );
  // what few articles have may be a wrong label
  const usual = [...names].flatMap(([name, group]) => (group.length >= articles.length * 0.08 ? [name] : []));
  return usual.includes('') || !isClosed(usual, articles.length) ? [] : usual.sort();
}

/** Names that more articles than other pages stand below. */
function storyDirectoriesOf(samples: readonly AddressSample[]): string[] {
  const balances = new Map<string, number>();
  for (const { address, label } of samples)
    if (label !== null)
      for (const name of foreignDirectories(address))
        balances.set(name, (balances.get(name) ?? 0) + (label === 'article' ? 1 : -1));
  return [...balances]
    .flatMap(([name, balance]) => (balance >= 2 ? [name] : []))
    .sort()
    .slice(0, maxDirectories);
}

const isDated = ({ segments }: TypedAddress): boolean =>
  segments.some(({ kind }) => ['year', 'month', 'day', 'date'].includes(kind));

const isNumbered = ({ segments, parameters }: TypedAddress): boolean =>
  segments.some(
    ({ kind, text }) =>
      !['name', 'year', 'month', 'day', 'date', 'index', 'page'].includes(kind) &&
      (text.length >= 5 || kind !== 'number'),
  ) || parameters.some(({ kind }) => kind === 'number');

/** Articles that a trait is believed from, and the share of them that have it. */
const believedFrom = { articles: 8, share: 0.9 };
/** Log odds that an address loses where it lacks a trait: more, the more articles have it. */
const lossOf = (articles: number): number => 0.7 * Math.log(articles);

/** Log odds that an address loses against the traits of the site's articles, and what it lacks. */
export function lackOf(
  address: TypedAddress,
  traits: ArticleTraits,
): { readonly loss: number; readonly lacks: readonly string[] } {
  if (traits.articles < believedFrom.articles) return { loss: 0, lacks: [] };
  const lacks = [
    ...(traits.extensionShare >= believedFrom.share && address.extension !== traits.extension
      ? [traits.extension === '' ? 'no extension' : `.${traits.extension}`]
      : []),
    ...(traits.datedShare >= believedFrom.share && !isDated(address) ? ['a date'] : []),
    ...(traits.numberedShare >= believedFrom.share && !isNumbered(address) ? ['a number or id'] : []),
    ...(traits.firstDirectories.length > 0 && !traits.firstDirectories.includes(address.segments[0]?.text ?? '')
      ? [`/${traits.firstDirectories.join('/ or /')}/`]
      : []),
  ];
  return { loss: lacks.length * lossOf(traits.articles), lacks };
}
