import type { Article, Judgement } from '../model/article/article.ts';
import { articleId } from '../model/article/article-id.ts';
import type { Reading } from '../model/article/draft.ts';
import type { Story } from '../model/article/story.ts';
import { dropped, kept, type Outcome } from '../model/crawl/outcome.ts';
import type { Site } from '../model/crawl/site.ts';
import type { ResolvedPage } from '../model/page/page.ts';
import type { StoredSnapshot } from '../model/page/snapshot.ts';
import type { IdentityRoute, PlayerPage, PlayerPlan, Reader, ReadOptions } from '../ports.ts';
import { type ClassifiedText, classify } from '../stages/classify/classify.ts';
import { topicTerms } from '../stages/classify/keywords.ts';
import { newsTerms } from '../stages/classify/news-terms.ts';
import { topicMarks } from '../stages/classify/topic-marks.ts';
import { dedupe } from '../stages/dedupe/dedupe.ts';
import { PreparedTexts } from '../stages/dedupe/prepared-texts.ts';
import { type FetchedPage, type MediaDecision, resolveMedia } from '../stages/media/resolve-media.ts';
import { takeSnapshot } from '../stages/snapshot/take-snapshot.ts';
import type { CrawlPorts } from './ports.ts';
import { flow } from './stage.ts';
import { preparedBySite } from './topics/site-topics.ts';

// The life of a story: fetch -> media -> snapshot -> extract -> dedupe -> classify -> store.
// Fetching comes before (visit-page.ts chooses the way), storing after (one transaction with the visit: Store.commit).

/** A snapshot with what extraction made of it. */
export interface ReadPage {
  readonly snapshot: StoredSnapshot;
  readonly reading: Reading;
  readonly media: MediaSearch;
}

/** What looking for media has led to, beside the media themselves. */
export type MediaSearch = Pick<ResolvedPage, 'noMedia' | 'playLinks' | 'trace'>;

interface JudgedStory {
  readonly story: Story;
  readonly judgement: Judgement;
}

export type ReadPorts = Pick<
  CrawlPorts,
  'reader' | 'http' | 'store' | 'topics' | 'grown' | 'categories' | 'browsers' | 'adLists' | 'log' | 'config' | 'turns'
>;

/** Who reads a page, and how its media may be looked for. */
export interface ReadingOf {
  readonly site: Site;
  readonly identity: IdentityRoute;
  /** Whether a page with media may be opened in the browser for them. */
  readonly plays: boolean;
  /** Whether a page that ended at this address belongs to the crawl. */
  readonly isAllowed: (url: string) => boolean;
}

/** A fetched page becomes a reading: what its player asks for, its frozen snapshot, the draft that extraction makes of that. */
export const toReading = (io: ReadPorts) => {
  const read = extract(io.reader, { terms: topicTerms(io.topics), grown: io.grown, categories: io.categories });
  return (page: ReadingOf) =>
    flow<FetchedPage, ResolvedPage, ReadPage>(
      playedOnce(io, resolveMedia({ ...mediaPorts(io, page), withPictures: true })),
      (resolved) =>
        flow<ResolvedPage, StoredSnapshot, ReadPage>(takeSnapshot(io.store.blobs), read(resolved))(resolved),
    );
};

/** An advertisement is waited for so long, and never longer than the play. */
const longestAdMs = 8_000;

export const mediaPorts = (
  io: Pick<CrawlPorts, 'reader' | 'http' | 'browsers' | 'adLists' | 'config' | 'turns'>,
  { site, identity, plays, isAllowed }: ReadingOf,
): MediaDecision => ({
  site,
  isAllowed,
  isGenericOn: io.config.media === 'generic',
  budget: { totalMs: io.config.mediaBudgetMs, adMs: Math.min(longestAdMs, io.config.mediaBudgetMs) },
  reader: io.reader,
  http: io.http,
  identity,
  openPlayer: plays ? (plan) => openPlayer(io, plan) : null,
  adLists: io.adLists,
});

async function openPlayer(
  { browsers, turns }: Pick<CrawlPorts, 'browsers' | 'turns'>,
  plan: PlayerPlan,
): Promise<PlayerPage> {
  await turns?.free(plan.url); // before it takes a place in the browser
  return await (await browsers()).openPlayer({ ...plan, turns });
}

/** A page that is read in two ways is played once. What went wrong with the play is said in the log: the page has its text all the same. */
function playedOnce({ log }: Pick<CrawlPorts, 'log'>, resolve: ReturnType<typeof resolveMedia>): typeof resolve {
  let played: ResolvedPage | null = null;
  return async (fetched) => {
    if (played !== null) return kept({ ...played, page: fetched.page });
    const outcome = await resolve(fetched);
    if (outcome.kind !== 'kept' || outcome.value.trace === null) return outcome;
    played = outcome.value;
    const { endedBy, steps } = outcome.value.trace;
    if (steps.length === 0) log.warn('media.not-played', { url: fetched.page.task.url, detail: endedBy });
    return outcome;
  };
}

/** A reading with a draft becomes an article: its copies are found, its topics judged. One page at a time, or two copies would not see each other. */
export const toArticle = (io: Pick<CrawlPorts, 'store' | 'topics' | 'siteOf'>) => {
  const judge = judgeTopics(io);
  return (read: ReadPage, weight: number) =>
    flow<ReadPage, Story, JudgedStory, Article>(findCopies(io), judge(read), compose(read, weight))(read);
};

const extract =
  (reader: Reader, options: ReadOptions) =>
  ({ noMedia, playLinks, trace }: MediaSearch) =>
  async (snapshot: StoredSnapshot): Promise<Outcome<ReadPage>> =>
    kept({ snapshot, reading: await reader.read(snapshot, options), media: { noMedia, playLinks, trace } });

/** More candidates than this share boilerplate, they are no copies. */
export const maxNeighbours = 32;

const findCopies = ({ store }: Pick<CrawlPorts, 'store'>) => {
  const prepared = new PreparedTexts();
  return async ({ snapshot, reading }: ReadPage): Promise<Outcome<Story>> => {
    const { draft, fingerprint, terms, detail } = reading;
    if (draft === null || fingerprint === null || terms === null) return dropped('not-an-article', detail);
    const ownId = articleId(snapshot.finalUrl);
    const namedId = articleId(draft.canonicalUrl);
    const similar = await store.articles.neighbours(fingerprint, ownId, maxNeighbours);
    // a page that names another address as its own (print, AMP) is of that article, if it is stored
    const isKnown = namedId === ownId || similar.some(({ id }) => id === namedId);
    const named = isKnown ? null : await store.articles.get(namedId);
    const neighbours = named === null ? similar : [...similar, named];
    return kept(dedupe(draft, fingerprint, terms, neighbours, { prepare: (one) => prepared.of(one), namedId }));
  };
};

/** By host: what the topics of its site say of a text. Of a page that was just read, and of an article that is stored. */
export const topicJudge = (io: Pick<CrawlPorts, 'topics' | 'siteOf'>) =>
  preparedBySite(io, (topics) => {
    const [judge, judgedBy] = [classify(topics), topicMarks(topics)];
    return (text: ClassifiedText): Judgement => ({ ...judge(text), judgedBy });
  });

const judgeTopics = (io: Pick<CrawlPorts, 'topics' | 'siteOf'>) => {
  const judgeOf = topicJudge(io);
  return ({ reading: { grown } }: ReadPage) =>
    (story: Story): Outcome<JudgedStory> => {
      const { draft, terms } = story;
      return kept({ story, judgement: judgeOf(draft.site)({ terms, lang: draft.lang, grown }) });
    };
};

const compose =
  ({ snapshot, reading }: ReadPage, weight: number) =>
  ({ story, judgement }: JudgedStory): Outcome<Article> =>
    kept({
      ...story.draft,
      url: snapshot.finalUrl,
      id: articleId(snapshot.finalUrl),
      snapshot: snapshot.hash,
      via: snapshot.via,
      fingerprint: story.fingerprint,
      joins: story.joins,
      evidence: story.evidence,
      newsTerms: newsTerms(story.draft),
      weight,
      ...judgement,
      category: reading.category,
      firstSeenAt: snapshot.takenAt,
      fetchedAt: snapshot.takenAt,
    });
