import type { StoredArticle } from '../../model/article/article.ts';
import type { HotStory, HotTerm } from '../../model/article/news.ts';
import { HotStories, RisingTerms, windowsBefore, withSources } from '../../stages/classify/hot.ts';
import type { Store } from '../../storage/port.ts';

export interface HotRequest {
  /** Null: of all topics. */
  readonly topic: string | null;
  readonly windowMs: number;
  readonly limit: number;
  /** End of the window. */
  readonly now: Date;
}

export interface HotNews {
  readonly from: Date;
  readonly to: Date;
  /** Articles that were looked at, in the window and before it; where there are more than `articlesAtMost`, the newest of them. */
  readonly articles: number;
  readonly terms: readonly HotTerm[];
  readonly stories: readonly (HotStory & Pick<StoredArticle, 'title' | 'url' | 'site'>)[];
}

/** Some seconds of reading and up to a hundred megabytes: what is older says little more. */
const maxArticles = 100_000;
/** Terms whose sources are counted, for each that is shown: some fall out. */
const spareFactor = 5;

/** What is hot: terms that rise against the windows before, and the stories that most sources tell fastest. Read by index, never from texts. */
export async function hotNews(
  { news, articles }: Store,
  { topic, windowMs, limit, now }: HotRequest,
): Promise<HotNews> {
  const window = { end: now, windowMs };
  const from = new Date(now.getTime() - windowMs);
  const [terms, stories] = [new RisingTerms(window), new HotStories(window)];
  const earliest = new Date(now.getTime() - windowMs * (windowsBefore + 1));
  let articleCount = 0;
  for await (const item of news.between(earliest, now, { topic, limit: maxArticles })) {
    articleCount++;
    terms.add(item);
    if (item.at >= from) stories.add(item);
  }
  const rising = terms.rising(limit * spareFactor);
  const sites = new Map(rising.map(({ term }) => [term, new Set<string>()]));
  for await (const { site, terms: named } of news.between(from, now, { topic, limit: maxArticles }))
    for (const term of named) sites.get(term)?.add(site);
  const hotStories = [];
  for (const story of stories.hottest(limit)) {
    // a cluster is called after one of its members; the canonical one tells the story
    const named = await articles.get(story.cluster);
    const canonical = named === null || named.canonicalId === named.id ? named : await articles.get(named.canonicalId);
    if (canonical !== null)
      hotStories.push({ ...story, title: canonical.title, url: canonical.url, site: canonical.site });
  }
  return { from, to: now, articles: articleCount, terms: withSources(rising, sites, limit), stories: hotStories };
}
