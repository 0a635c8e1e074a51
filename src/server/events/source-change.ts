import type { ApiAnswer, ApiRequest } from '../answer.ts';
import { methodOf, type Route } from '../api/route.ts';
import { eventId, type ServerEvent } from './server-event.ts';

/** Changes of sources that requests make. */
const changes: Readonly<Record<string, string>> = {
  'POST /v1/sources': 'added',
  'POST /v1/source-file': 'imported',
  'PATCH /v1/sources/:id': 'edited',
  'PUT /v1/sources/:id/pause': 'paused',
  'PUT /v1/sources/:id/resume': 'resumed',
  'DELETE /v1/sources/:id': 'removed',
};

/** What a request has changed; null: no source. */
export function sourceChange(route: Route, { params }: ApiRequest, answer: ApiAnswer, now: Date): ServerEvent | null {
  const change = changes[`${methodOf(route.method, route.body)} ${route.path}`];
  if (change === undefined || answer.status >= 300) return null;
  const body = answer.body === null ? {} : JSON.parse(Buffer.from(answer.body).toString('utf8'));
  const id: string | null = (params as { readonly id?: string } | undefined)?.id ?? body.id ?? null;
  return {
    id: eventId(now.getTime(), 'source.changed', `${change}-${id ?? 'file'}`),
    type: 'source.changed',
    at: now.toISOString(),
    site: body.site ?? null,
    data: { id, url: body.url ?? null, change },
  };
}
