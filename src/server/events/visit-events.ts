import type { StoredArticle } from '../../model/article/article.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { Store } from '../../storage/port.ts';
import { eventId, type ServerEvent, type ServerEventType } from './server-event.ts';

type ReadStore = Store;

/** When a visit ended, ms since 1970. */
const endOf = ({ startedAt, elapsedMs }: Visit): number => startedAt.getTime() + elapsedMs;

/** What visits tell, in the order in which they ended. Reads the articles and sources of these visits, by their ids. */
export async function visitEvents(store: ReadStore, visits: readonly Visit[]): Promise<ServerEvent[]> {
  const inOrder = visits.toSorted((a, b) => endOf(a) - endOf(b) || (a.id < b.id ? -1 : 1));
  const events: ServerEvent[] = [];
  for (const visit of inOrder) events.push(...(await eventsOf(store, visit)));
  return events;
}

async function eventsOf(store: ReadStore, visit: Visit): Promise<ServerEvent[]> {
  const event = (type: ServerEventType, data: object): ServerEvent => ({
    id: eventId(endOf(visit), type, visit.id),
    type,
    at: new Date(endOf(visit)).toISOString(),
    site: visit.site,
    data,
  });
  const events: ServerEvent[] = [];
  const article =
    visit.outcome === 'stored' && visit.articleId !== null ? await store.articles.get(visit.articleId) : null;
  if (article !== null) {
    const isNew = article.revision === 1 || article.firstSeenAt >= visit.startedAt;
    events.push(event(isNew ? 'article.created' : 'article.updated', articleData(article)));
  }
  if (visit.failureId !== null && visit.outcome === 'failed')
    events.push(
      event('failure.opened', {
        id: visit.failureId,
        url: visit.url,
        run: visit.run,
        reason: visit.reason,
        detail: visit.detail,
      }),
    );
  if (visit.kind === 'source' && visit.sourceId !== null && visit.outcome !== 'skipped') {
    const source = await store.sources.get(visit.sourceId);
    const { outcome, reason, newLinks } = visit;
    if (source !== null)
      events.push(
        event('source.changed', {
          id: source.id,
          url: source.url,
          change: 'polled',
          outcome,
          reason,
          newLinks,
          nextPollAt: source.nextPollAt,
        }),
      );
  }
  events.push(event('visit.ended', visitData(visit)));
  return events;
}

const articleData = ({ id, url, canonicalUrl, title, status, revision, cluster, topics, lang }: StoredArticle) => ({
  id,
  url,
  canonicalUrl,
  title,
  status,
  revision,
  cluster,
  lang,
  topics: topics.filter(({ kept }) => kept).map(({ topic }) => topic),
});

/** Without the identity, the proxy and what only a replay needs. */
const visitData = ({ identity: _, proxy: __, snapshot: ___, renderReason: ____, ...visit }: Visit) => visit;
