import { z } from 'zod';
import { storedArticleSchema } from '../../model/article/article.ts';
import { hotStorySchema, hotTermSchema } from '../../model/article/news.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { HotStories, RisingTerms, windowsBefore, withSources } from '../../stages/classify/hot.ts';
import type { Store } from '../../storage/port.ts';

interface HotRequest {
  /** Null: all topics. */
  readonly topic: string | null;
  readonly windowMs: number;
  readonly limit: number;
  /** End of the window. */
  readonly now: Date;
}

export const hotNewsSchema = record({
  from: z.date(),
  to: z.date(),
  /** Number of articles read, in the window and before it; at most `maxArticles`, the newest. */
  articles: count,
  terms: listOf(hotTermSchema),
  stories: listOf(
    record({
      ...hotStorySchema.unwrap().shape,
      ...storedArticleSchema.unwrap().pick({ title: true, url: true, site: true }).shape,
    }),
  ),
});
export type HotNews = z.infer<typeof hotNewsSchema>;

/** Takes some seconds and up to a hundred megabytes. */
const maxArticles = 100_000;
/** Candidates per term in the result: those of a single source are dropped later. */
const spareFactor = 5;

/** Finds rising terms and the stories that most sources report fastest. Reads the index of news terms, not the articles' texts. */
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
  for await (const { site, terms: newsTerms } of news.between(from, now, { topic, limit: maxArticles }))
    for (const term of newsTerms) sites.get(term)?.add(site);
  const hotStories = [];
  for (const story of stories.hottest(limit)) {
    // a cluster's id is that of one of its members; the canonical member represents the story
    const member = await articles.get(story.cluster);
    const canonical =
      member === null || member.canonicalId === member.id ? member : await articles.get(member.canonicalId);
    if (canonical !== null)
      hotStories.push({ ...story, title: canonical.title, url: canonical.url, site: canonical.site });
  }
  return { from, to: now, articles: articleCount, terms: withSources(rising, sites, limit), stories: hotStories };
}
