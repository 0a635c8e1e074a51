import { z } from 'zod';
import { closedObject } from './setting.ts';

const listUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'a list is an http(s) address');

/** Where lists of proxies come from, how they are checked, and how many of them are used. Off without a list. */
export const proxyListsSchema = closedObject({
  /** Addresses of lists: text, HTML or JSON. `scheme` is for entries that name none. */
  urls: z
    .array(z.union([listUrl, closedObject({ url: listUrl, scheme: z.enum(['http', 'https', 'socks5']) })]))
    .default([]),
  /** Pages that a check fetches, and how often each. */
  pages: z.int().min(1).max(20).default(3),
  triesPerPage: z.int().min(1).max(10).default(2),
  /** A proxy with fewer right pages is left out: 0 to 1. */
  minSuccessRate: z.number().min(0).max(1).default(0.8),
  /** A slower one as well, ms for a page at the median. */
  maxLatencyMs: z.int().min(1).default(8_000),
  /** Proxies that are checked at once: most are dead, and their check only waits. */
  checksAtOnce: z.int().min(1).max(64).default(8),
  /** Listed proxies in use at once. */
  perRound: z.int().min(1).max(50).default(5),
  /** After this time others are chosen. */
  roundMs: z
    .int()
    .min(60_000)
    .default(30 * 60_000),
})
  .prefault({})
  .describe(
    "lists of proxies: `newshawk proxies collect` and `check` make the day's list of them, which tasks then use",
  );

export type ProxyListSettings = z.output<typeof proxyListsSchema>;
