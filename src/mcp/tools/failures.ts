import { z } from 'zod';
import { errorKinds } from '../../model/crawl/visit.ts';
import { defineTool } from '../tool.ts';

export const failuresTool = defineTool({
  name: 'failures',
  title: 'List failed pages',
  description:
    'Lists pages that could not be fetched or extracted and are not mended, the newest first, with the reason; and how many there are by site and reason.',
  input: z.object({
    site: z.string().min(1).max(300).optional().describe('host'),
    reason: z.enum(errorKinds as unknown as [string, ...string[]]).optional(),
    limit: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        site: z.string(),
        url: z.string(),
        reason: z.string(),
        detail: z.string(),
      }),
    ),
    counts: z.array(z.object({ site: z.string(), reason: z.string(), count: z.int() })),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (app, { site, reason, limit }) => {
    const { failures } = await app.store();
    const found = await failures.find({ limit, ...(site && { site }), ...(reason && { reason }) });
    const items = found.map(({ id, at, url, detail, ...failure }) => ({
      id,
      at: at.toISOString(),
      site: failure.site,
      url,
      reason: failure.reason,
      detail: detail.slice(0, 500),
    }));
    const counts = (await failures.counts())
      .filter((row) => (site === undefined || row.site === site) && (reason === undefined || row.reason === reason))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, 100)
      .map((row) => ({ site: row.site, reason: row.reason, count: row.count }));
    const lines = items.map(
      (one) => `- ${one.at} ${one.site} ${one.reason}: ${one.url}\n  ${one.detail} (id ${one.id})`,
    );
    const sums = counts.map((row) => `${row.site} ${row.reason}: ${row.count}`);
    return {
      data: { items, counts },
      text: items.length === 0 ? 'No open failures.' : [...lines, '', ...sums].join('\n'),
    };
  },
});
