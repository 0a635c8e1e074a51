import type { StoredArticle } from '../../model/article/article.ts';
import type { ArticleBrief } from '../../model/article/article-brief.ts';
import type { SearchRule, StoryRule } from '../../model/publish/alert-rules.ts';
import { matchesSearch, readSearch, type SearchedFields, searchedFields } from '../../text/search-query.ts';
import type { Condition } from './condition.ts';

type FoundArticle = ArticleBrief | StoredArticle;

const scoreOf = ({ topics }: FoundArticle, name: string): number | null =>
  topics.find(({ topic, kept }) => kept && topic === name)?.score ?? null;

/** Whether one of the rules may speak of a story with this article. */
export const isOnTopicOf = (article: FoundArticle, rules: readonly StoryRule[]): boolean =>
  rules.some(({ topic }) => scoreOf(article, topic) !== null);

/** Stories of topics. @param members of one cluster */
export function foundStories(members: readonly FoundArticle[], rules: readonly StoryRule[]): Condition[] {
  const canonical = members.find(({ status }) => status === 'published');
  if (canonical === undefined) return [];
  const sites = new Set(members.map(({ site }) => site)).size;
  return rules.flatMap(({ name, topic, minScore, minSites }) => {
    const score = scoreOf(canonical, topic);
    if (score === null || score < minScore || sites < minSites) return [];
    const evidence = { topic, score: Math.round(score * 1000) / 1000, sites };
    return [findOf('story', name, canonical, evidence)];
  });
}

/** Saved searches that find the article. Copies of a published one are no finds. */
export function foundBySearches(article: StoredArticle, rules: readonly SearchRule[]): Condition[] {
  if (article.status !== 'published' || rules.length === 0) return [];
  let fields: SearchedFields | null = null;
  const has = (words: string): boolean => {
    const read = readSearch(words);
    if ('problem' in read) return false; // the settings refuse such a rule
    fields ??= searchedFields(article);
    return matchesSearch(read.query, fields);
  };
  return rules
    .filter(
      ({ words, site, topic, category }) =>
        (site === null || article.site === site) &&
        (topic === null || scoreOf(article, topic) !== null) &&
        (category === null || article.category?.label === category) &&
        (words === null || has(words)),
    )
    .map(({ name }) => findOf('search', name, article, {}));
}

const findOf = (
  kind: 'story' | 'search',
  rule: string,
  { id, site, title, canonicalUrl }: FoundArticle,
  evidence: Condition['evidence'],
): Condition => ({
  kind,
  rule,
  subject: id,
  site,
  title: `${rule}: ${title} (${canonicalUrl})`,
  evidence: { url: canonicalUrl, headline: title, ...evidence },
  level: 'opens',
});
