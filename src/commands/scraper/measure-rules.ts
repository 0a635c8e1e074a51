import type { Draft } from '../../model/article/draft.ts';
import type { Site, SiteWrapper } from '../../model/crawl/site.ts';
import type { LearnedField, LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import { rivalPlaces } from '../../stages/extract/own-selectors/rival-lines.ts';
import { measureBody } from './measure-body.ts';
import type { ProposedRule, StudiedPage, StudiedRules } from './site-study.ts';
import { Trial } from './trial.ts';

/**
 * Derives selectors from pages and reads every page with each: a rule is proposed only where the article is the same as that of the generic extractor, or has a value
 * that the generic one lacks.
 * @param learned what wrapper induction found on the same pages; null: they are too few
 * @throws the reason of the signal, when it aborts
 */
export async function measureRules(
  pages: readonly StudiedPage[],
  {
    site,
    learned,
    signal,
  }: { readonly site: Site; readonly learned: LearnedWrapper | null; readonly signal: AbortSignal },
): Promise<StudiedRules> {
  const decisions: string[] = [];
  const trial = new Trial(pages, site, signal);
  const { body, clean } = await measureBody(trial, pages, decisions);
  const field = (name: FieldName) => measureField(trial, name, learned?.fields[fields[name].learned], decisions);
  const rules = {
    title: await field('title'),
    byline: await field('byline'),
    date: await field('date'),
    section: await field('section'),
  };
  decisions.push(...rivalSentences(pages, 'authors', 'byline'), ...rivalSentences(pages, 'publishedAt', 'date'));
  return { ...rules, body, clean, decisions };
}

/** The wrapper of proposed rules, as a scraper has it. */
export const wrapperOf = ({ title, body, byline, date, section, clean }: StudiedRules): SiteWrapper => ({
  title: title?.selector ?? null,
  body: body?.selector ?? null,
  byline: byline?.selector ?? null,
  date: date?.selector ?? null,
  section: section?.selector ?? null,
  tags: null,
  image: null,
  clean,
  validUntil: null,
});

type FieldName = 'title' | 'byline' | 'date' | 'section';
interface FieldOfDraft {
  readonly learned: 'title' | 'authors' | 'publishedAt' | 'section';
  /** For comparison; empty: the article has none. */
  readonly textOf: (draft: Draft) => string;
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
const fields: Readonly<Record<FieldName, FieldOfDraft>> = {
  title: { learned: 'title', textOf: ({ title }) => fold(title) },
  byline: { learned: 'authors', textOf: ({ authors }) => authors.map(fold).sort().join(', ') },
  date: { learned: 'publishedAt', textOf: ({ publishedAt }) => (publishedAt?.value ?? '').slice(0, 10) },
  section: { learned: 'section', textOf: ({ section }) => fold(section ?? '') },
};

/** A wrapper of a scraper reads these attributes itself, of dates only. */
const readAttributes: readonly (string | null)[] = [null, 'datetime', 'content'];

/** `#main p`: the first paragraph of a box, and on the next page another one. */
const isByPlace = (selector: string): boolean => /[\s>](?!h1$|time$)[a-z0-9]+$/i.test(selector);

async function measureField(
  trial: Trial,
  name: FieldName,
  learned: LearnedField | undefined,
  decisions: string[],
): Promise<ProposedRule | null> {
  if (learned === undefined || !(name === 'date' ? readAttributes : [null]).includes(learned.attribute)) return null;
  const { selector } = learned;
  if (isByPlace(selector)) return null;
  const { textOf } = fields[name];
  const readings = (await trial.read({ [name]: selector })).filter(({ hasMatch }) => hasMatch);
  const pairs = readings.map(({ generic, trial: own }) => [textOf(generic), own === null ? '' : textOf(own)] as const);
  const same = pairs.filter(([generic, own]) => generic === own).length;
  const more = pairs.filter(([generic, own]) => generic === '' && own !== '').length;
  const other = pairs.find(([generic, own]) => generic !== '' && generic !== own);
  if (other !== undefined) {
    decisions.push(
      `${name}: '${selector}' gives "${shown(other[1])}" where the generic extractor has "${shown(other[0])}". Which is right?`,
    );
    return null;
  }
  if (same + more === 0) return null;
  const gain = more === 0 ? '' : `, on ${more} of them the only one that finds it`;
  return { selector, evidence: `${name}: on ${same + more} of ${trial.count} pages as the generic extractor${gain}` };
}

/** Letters of a page's text in a comment. */
const maxShown = 60;
const shown = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

function rivalSentences(pages: readonly StudiedPage[], field: 'authors' | 'publishedAt', name: FieldName): string[] {
  const known = pages.map(({ snapshot, reading: { draft } }) => ({
    html: snapshot.html,
    values: field === 'authors' ? draft.authors : [],
  }));
  const isMissing = pages.every(({ reading: { draft } }) =>
    field === 'authors' ? draft.authors.length === 0 : draft.publishedAt === null,
  );
  if (field === 'publishedAt' && !isMissing) return [];
  return rivalPlaces(field, known).map(
    ({ selector, pages: count, texts }) =>
      `${name}: ${isMissing ? 'the extractor finds none, but' : 'another candidate:'} '${selector}' has "${texts.map(shown).join('", "')}" on ${count} of ${pages.length} pages. Is it the ${name}?`,
  );
}
