import type { StoredArticle } from '../../model/article/article.ts';
import type { ArticleChange } from '../../model/article/article-change.ts';
import { maxMembers } from '../../model/article/cluster.ts';
import type { Alert } from '../../model/publish/alert.ts';
import { alertId } from '../../model/publish/alert-id.ts';
import type { AlertRules } from '../../model/publish/alert-rules.ts';
import type { FeedMember } from '../../model/publish/feed-address.ts';
import type { WebhookEvent } from '../../model/publish/webhook.ts';
import type { Clock } from '../../ports.ts';
import { newAlert } from '../../stages/alerts/alert-changes.ts';
import type { Condition } from '../../stages/alerts/condition.ts';
import { foundBySearches, foundStories, isOnTopicOf } from '../../stages/alerts/finds.ts';
import type { Store } from '../../storage/port.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { FeedPings } from '../websub/feed-pings.ts';

/** Changes that are read at once, and in one look: the next look comes soon. */
const [atOnce, perLook] = [200, 5_000];
/** A change whose article is not there by now never was written: its process was killed, or the article was removed, ms. */
const lostAfterMs = 24 * 3_600_000;

interface ArticleNewsPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly rules: AlertRules;
  readonly sender: WebhookSender;
  readonly pings: FeedPings;
}

/**
 * Tells receivers of new and changed articles, notes which feeds changed, and finds stories and articles that a person asked for. A change is forgotten after all that follows from it is in
 * the store, under its own ids: a kill -9 in between repeats it, and doubles nothing. @returns how many changes were read
 */
export async function readArticleNews(io: ArticleNewsPorts): Promise<number> {
  const { store, rules, sender, pings } = io;
  const wanted = (['article.created', 'article.updated'] as const).some((type) => sender.receiversOf(type).length > 0);
  if (!wanted && !pings.areWanted && rules.stories.length + rules.searches.length === 0)
    return await store.articleChanges.forgetAll();
  let read = 0;
  let left: ReadonlySet<string> = new Set();
  while (read < perLook) {
    const changes = (await store.articleChanges.oldest(atOnce + left.size)).filter(
      (change) => !left.has(keyOf(change)),
    );
    if (changes.length === 0) break;
    const done: ArticleChange[] = [];
    const inFeeds: FeedMember[] = [];
    for (const change of changes) {
      const article = await store.articles.get(change.articleId);
      if (article !== null && article.revision >= change.revision) {
        await readChange(io, change, article);
        inFeeds.push(article);
      } else if (!isLost(io, change)) continue;
      done.push(change);
    }
    await pings.note(inFeeds);
    await store.articleChanges.forget(done);
    read += done.length;
    const doneKeys = new Set(done.map(keyOf));
    left = new Set([...left, ...changes.map(keyOf).filter((key) => !doneKeys.has(key))]);
  }
  return read;
}

const keyOf = ({ articleId, revision }: ArticleChange): string => `${articleId} ${revision}`;

/** False: the article is being written. */
const isLost = ({ clock }: ArticleNewsPorts, { at }: ArticleChange): boolean =>
  Math.abs(clock.now().getTime() - at.getTime()) > lostAfterMs;

async function readChange(io: ArticleNewsPorts, change: ArticleChange, article: StoredArticle): Promise<void> {
  const { store, rules, sender } = io;
  if (change.revision > 0) await sender.announce(articleEvent(article, change));
  await saveFinds(io, foundBySearches(article, rules.searches), []);
  if (rules.stories.length > 0 && (article.status === 'duplicate' || isOnTopicOf(article, rules.stories))) {
    const members = await store.articles.list({ cluster: article.cluster, limit: maxMembers });
    await saveFinds(
      io,
      foundStories(members, rules.stories),
      members.map(({ id }) => id),
    );
  }
}

/** A find is told once for its story: not again where another article became the canonical one. */
async function saveFinds({ store, clock }: ArticleNewsPorts, finds: readonly Condition[], members: readonly string[]) {
  for (const find of finds) {
    const ids = [find.subject, ...members].map((subject) => alertId({ ...find, subject }));
    const earlier: readonly Alert[] = await store.alerts.get(ids);
    if (earlier.length === 0) await store.alerts.save(newAlert(find, 'found', clock.now()));
  }
}

/** The article as it stands now: a later revision has its own event. */
function articleEvent(article: StoredArticle, { articleId, revision, at }: ArticleChange): WebhookEvent {
  const isNew = revision === 1;
  return {
    id: isNew ? `article.created:${articleId}` : `article.updated:${articleId}:${revision}`,
    type: isNew ? 'article.created' : 'article.updated',
    at,
    data: {
      id: article.id,
      url: article.url,
      canonicalUrl: article.canonicalUrl,
      site: article.site,
      title: article.title,
      status: article.status,
      cluster: article.cluster,
      canonicalId: article.canonicalId,
      revision: article.revision,
      publishedAt: article.publishedAt?.value ?? null,
      topics: article.topics.filter(({ kept }) => kept).map(({ topic }) => topic),
      category: article.category?.label ?? null,
      lang: article.lang,
      fetchedAt: article.fetchedAt.toISOString(),
    },
  };
}
