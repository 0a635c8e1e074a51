import { z } from 'zod';
import { mediaJson } from '../../model/media/media-json.ts';
import { addressInput, renderInput } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export const mediaTool = defineTool({
  name: 'media',
  title: 'Find the media of a page',
  description:
    'Finds the addresses of the videos and audios that a web page plays, the best first, with format, quality and the headers that a download needs. The page is played in a browser where that is needed. Nothing is downloaded or stored.',
  input: z.object({
    url: addressInput.describe('the page'),
    render: renderInput,
    limit: z.int().min(1).max(100).default(20).describe('how many'),
  }),
  output: z.object({
    url: z.string().describe('after redirects'),
    reason: z.string().nullable().describe('why there are no media; null where there are'),
    total: z.int(),
    items: z.array(z.looseObject({ url: z.string(), delivery: z.string(), role: z.string() })),
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  run: async (app, { url, render, limit }) => {
    const { media, noMedia, ...reading } = await app.readMedia({ url, render, explain: false });
    const reason = media.length > 0 ? null : (noMedia ?? 'no-media');
    const shown = media.slice(0, limit);
    const lines = shown.map((item) => `${item.role} ${item.delivery} ${item.url}`);
    const more =
      media.length > shown.length ? [`[${media.length - shown.length} more: call again with a higher limit.]`] : [];
    return {
      data: { url: reading.url, reason, total: media.length, items: shown.map(mediaJson) },
      text: reason === null ? [...lines, ...more].join('\n') : `No media on ${reading.url}: ${reason}.`,
    };
  },
});
