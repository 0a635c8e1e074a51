import type { EventData, EventItem, EventValue, WebhookEvent } from '../../model/publish/webhook.ts';

/** An event as a person reads it. */
export interface EventText {
  /** One line. */
  readonly subject: string;
  readonly lines: readonly string[];
}

/** Alerts that a message names; the others are counted. */
const namedAlerts = 20;
/** Characters of a line, at most: titles come from pages. */
const lineLength = 400;

const alertWords = { 'alert.opened': 'opened', 'alert.resolved': 'resolved', 'alert.found': 'found' } as const;

/** The text of an event, without control characters: titles come from pages, and a line break in a subject would be a header. */
export function eventText({ type, data }: WebhookEvent): EventText {
  if (type === 'webhook.test')
    return { subject: 'newshawk: a test message', lines: ['This receiver gets messages of newshawk.'] };
  if (type === 'alert.opened' || type === 'alert.resolved' || type === 'alert.found') return alertText(type, data);
  const about = [data.url, data.site].find((value) => typeof value === 'string') ?? '';
  return {
    subject: line(`newshawk: ${type} ${about}`),
    lines: Object.entries(data).map(([name, value]) => line(`${name}: ${valueText(value)}`)),
  };
}

function alertText(type: keyof typeof alertWords, { alerts, count }: EventData): EventText {
  const titles = (Array.isArray(alerts) ? alerts : []).map((alert) => alertLine(alert as EventItem));
  const total = Number(count ?? titles.length);
  const [first = ''] = titles;
  const more = total - Math.min(titles.length, namedAlerts);
  return {
    subject: line(total === 1 ? `newshawk: ${first}` : `newshawk: ${total} alerts ${alertWords[type]}`),
    lines: [
      ...titles.slice(0, namedAlerts),
      ...(more > 0 ? [`… and ${more} more: newshawk alerts list shows all`] : []),
    ],
  };
}

function alertLine({ id, title, state, resolution }: EventItem): string {
  const end = state === 'resolved' ? `resolved (${valueText(resolution ?? '')}): ` : '';
  return line(`${end}${valueText(title ?? '')} [${valueText(id ?? '')}]`);
}

const valueText = (value: EventValue | EventItem[string]): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Control characters, line separators and those that change the direction of a text. */
const unprintable = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

function line(text: string): string {
  const clean = text.replace(unprintable, ' ').trim();
  return clean.length <= lineLength ? clean : `${clean.slice(0, lineLength - 1)}…`;
}
