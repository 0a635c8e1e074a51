import { z } from 'zod';
import { boundedFields } from '../bounds.ts';
import { defineTool } from '../tool.ts';

export const explainTool = defineTool({
  name: 'explain',
  title: 'Explain a page, source or site',
  description:
    'Says everything that is known of a page, source or site from earlier crawls: schedule, verdict with its evidence (topics, copies), how it is fetched and why, results of its own rules, the last visits and failures.',
  input: z.object({
    target: z
      .string()
      .trim()
      .min(1)
      .max(8_192)
      .describe('an http(s) address, the id of a source, or the host of a scraper'),
    visits: z.int().min(0).max(50).default(5).describe('how many of the latest visits'),
    maxLetters: z.int().min(1_000).max(200_000).default(30_000).describe('letters of the answer, at most'),
  }),
  output: z.object({
    isKnown: z.boolean(),
    explanation: z.record(z.string(), z.unknown()),
    leftOut: z.array(z.string()).describe('fields that are too large for the answer; a higher maxLetters brings them'),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: async (app, { target, visits, maxLetters }) => {
    const explanation = await app.explain(target, Math.max(1, visits));
    if (explanation === null)
      return {
        data: { isKnown: false, explanation: {}, leftOut: [] },
        text: `Nothing is known about ${target}: no crawl has seen it. Write addresses in full (https://…); the tool crawl fetches one.`,
      };
    const { fields, leftOut } = boundedFields(
      visits === 0 ? { ...explanation, visits: [] } : { ...explanation },
      maxLetters,
    );
    const note =
      leftOut.length === 0
        ? ''
        : `\n[Left out, too large: ${leftOut.join(', ')}. Call again with a higher maxLetters.]`;
    return { data: { isKnown: true, explanation: fields, leftOut }, text: `${JSON.stringify(fields, null, 1)}${note}` };
  },
});
