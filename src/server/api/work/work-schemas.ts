import { serverEventTypes } from '../../events/server-event.ts';
import { anything, boolean, count, object, orNull, text, time } from '../../json-schema.ts';

export const job = object({
  id: text,
  kind: { type: 'string', enum: ['crawl', 'watch', 'worker'] },
  state: { type: 'string', enum: ['running', 'cancelling', 'done', 'failed', 'cancelled', 'interrupted'] },
  startedAt: time,
  finishedAt: orNull(time),
  sites: { type: ['array', 'null'], items: text },
  owner: text,
  progress: {
    anyOf: [
      object({ pages: count, stored: count, failed: count, left: { type: ['integer', 'null'], minimum: 0 } }),
      { type: 'null' },
    ],
  },
  ended: orNull(text),
  message: orNull(text),
  isResumable: boolean,
});

export const serverEvent = object({
  type: { type: 'string', enum: serverEventTypes },
  at: time,
  site: orNull(text),
  data: anything,
});
