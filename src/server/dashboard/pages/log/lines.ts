import type { ApiSchemas } from '../../data/api.ts';
import { span } from '../../parts/texts.ts';

/** Lines that are kept: older ones leave. */
export const maxLines = 1_000;

export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

/** Events of the server that are lines; the name in the filter. */
export const lineTypes = [
  'log',
  'visit.ended',
  'failure.opened',
  'article.created',
  'article.updated',
  'source.changed',
] as const;
export type LineType = (typeof lineTypes)[number];

export interface Line {
  /** The same for the same happening, however often it is told. */
  readonly key: string;
  /** ISO 8601. */
  readonly at: string;
  readonly type: LineType;
  readonly level: Level;
  readonly site: string | null;
  readonly text: string;
  /** Page of the dashboard that has more; null: none. */
  readonly to: { readonly page: string; readonly id: string } | null;
}

/** What GET /v1/events sends as `data`. */
export interface EventEnvelope {
  readonly type: string;
  readonly at: string;
  readonly site: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

type VisitData = Pick<
  ApiSchemas['Visit'],
  'id' | 'url' | 'kind' | 'outcome' | 'reason' | 'via' | 'status' | 'elapsedMs' | 'failureId' | 'articleId' | 'detail'
>;

/** @returns null where the event is none that the log shows */
export function lineOf({ type, at, site, data }: EventEnvelope): Line | null {
  const text = (name: string): string => String(data[name] ?? '');
  const base = { at, site, level: 'info', to: null } as const;
  switch (type) {
    case 'log':
      return logLine(at, data);
    case 'visit.ended':
      return visitLine(at, site, data as unknown as VisitData);
    case 'failure.opened':
      return {
        ...base,
        type,
        key: `failure ${text('id')} ${at}`,
        level: 'error',
        text: `failure: ${text('reason')} ${text('url')} ${text('detail')}`,
        to: { page: 'failures', id: text('id') },
      };
    case 'article.created':
    case 'article.updated':
      return {
        ...base,
        type,
        key: `${type} ${text('id')} ${text('revision')}`,
        text: `${type === 'article.created' ? 'new article' : 'changed article'}: ${text('title')}`,
        to: { page: 'articles', id: text('id') },
      };
    case 'source.changed':
      return {
        ...base,
        type,
        key: `source ${text('id')} ${at}`,
        text: `source ${text('change')}: ${text('url')}${data.newLinks === undefined ? '' : `, ${text('newLinks')} new links`}`,
        to: { page: 'sources', id: text('id') },
      };
    default:
      return null;
  }
}

function logLine(at: string, { worker, n, level, event, fields, leftOut }: EventEnvelope['data']): Line {
  const site = (fields as { readonly site?: unknown } | null)?.site;
  const gap = Number(leftOut) > 0 ? ` (${leftOut} lines before it are left out)` : '';
  return {
    key: `log ${worker} ${n}`,
    at,
    type: 'log',
    level: levels.find((known) => known === level) ?? 'info',
    site: typeof site === 'string' ? site : null,
    text: `${event} ${fieldsText(fields)}${gap}`.trim(),
    to: null,
  };
}

const fieldsText = (fields: unknown): string =>
  Object.entries((fields ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');

export function visitLine(at: string, site: string | null, visit: VisitData): Line {
  const { id, url, outcome, reason, via, status, elapsedMs, failureId, articleId, detail } = visit;
  const way = via === null ? '' : ` by ${via}${status === null ? '' : `, status ${status}`}`;
  const why = reason === null ? '' : ` (${reason}${detail === '' || detail === undefined ? '' : `: ${detail}`})`;
  return {
    key: `visit ${id}`,
    at,
    type: 'visit.ended',
    level: outcome === 'failed' ? 'warn' : 'info',
    site,
    text: `${outcome}${why} ${url}${way}, ${span(elapsedMs)}`,
    to:
      failureId !== null && outcome === 'failed'
        ? { page: 'failures', id: failureId }
        : articleId !== null
          ? { page: 'articles', id: articleId }
          : null,
  };
}

/** Old and new lines without doubles, in the order of their times, the newest at the end; at most `maxLines`. */
export function merged(old: readonly Line[], added: readonly Line[]): readonly Line[] {
  const known = new Set(old.map(({ key }) => key));
  const fresh = added.filter(({ key }) => !known.has(key) && known.add(key));
  if (fresh.length === 0) return old;
  const last = old.at(-1)?.at ?? '';
  const all = [...old, ...fresh];
  // an event is rarely older than what is shown
  if (fresh.some(({ at }) => at < last) || fresh.length > 1)
    all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return all.slice(-maxLines);
}

export interface LineFilter {
  /** This level and the graver ones; empty: all. */
  readonly level: string;
  readonly site: string;
  readonly type: string;
  readonly words: string;
}

export function lineMatches(line: Line, { level, site, type, words }: LineFilter): boolean {
  const least = levels.indexOf(level as Level);
  return (
    levels.indexOf(line.level) >= least &&
    (site === '' || line.site === site) &&
    (type === '' || line.type === type) &&
    (words === '' || line.text.toLowerCase().includes(words.toLowerCase()))
  );
}
