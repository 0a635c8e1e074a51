import { maxMembers } from '../../model/article/cluster.ts';
import type { AlertRules, SearchRule, StoryRule } from '../../model/publish/alert-rules.ts';
import type { Clock } from '../../ports.ts';
import type { Condition } from '../../stages/alerts/condition.ts';
import { foundBySearches, foundStories } from '../../stages/alerts/finds.ts';
import type { Store } from '../../storage/port.ts';
import { currentConditions, ruleFields } from './current-conditions.ts';
import { RecentEndings } from './recent-endings.ts';

/** Stories and articles of the past that a test looks at. */
const pastArticles = 100;

interface TestPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: AlertRules;
}

/** Names of the rules that are on. */
export const ruleNames = (rules: AlertRules): readonly string[] => [
  ...Object.entries(ruleFields).flatMap(([kind, field]) => (rules[field] === null ? [] : [kind])),
  ...[...rules.stories, ...rules.searches].map(({ name }) => name),
];

/** What a rule says now, and of the newest articles; nothing is stored or told. Null: no rule that is on has this name. */
export async function testRule(io: TestPorts, name: string): Promise<readonly Condition[] | null> {
  const { store, rules } = io;
  const story = rules.stories.find((rule) => rule.name === name);
  if (story !== undefined) return await pastStories(store, story);
  const search = rules.searches.find((rule) => rule.name === name);
  if (search !== undefined) return await pastFinds(store, search);
  if (!ruleNames(rules).includes(name)) return null;
  const conditions = await currentConditions({ ...io, endings: new RecentEndings(store.visits) });
  return conditions.filter(({ rule }) => rule === name);
}

async function pastStories({ articles }: Store, rule: StoryRule): Promise<Condition[]> {
  const published = await articles.list({ status: 'published', topic: rule.topic, limit: pastArticles });
  const found: Condition[] = [];
  for (const { cluster } of published)
    found.push(...foundStories(await articles.list({ cluster, limit: maxMembers }), [rule]));
  return found;
}

async function pastFinds({ articles }: Store, rule: SearchRule): Promise<Condition[]> {
  const { words, site, topic, category } = rule;
  const found = await articles.find({
    status: 'published',
    ...(words !== null && { q: words }),
    ...(site !== null && { site }),
    ...(topic !== null && { topic }),
    ...(category !== null && { category }),
    limit: pastArticles,
  });
  return found.flatMap((article) => foundBySearches(article, [rule]));
}
