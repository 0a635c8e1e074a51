import { z } from 'zod';
import type { Draft } from '../../../model/article/draft.ts';
import {
  draftSchema,
  noDraftReasonSchema,
  pageTypes,
  regionSchema,
  traceLineSchema,
} from '../../../model/article/draft.ts';
import { listOf, record } from '../../../model/schema.ts';
import { answerCommand } from '../../answer.ts';
import { idOf, idParams, type Route } from '../route.ts';

/** What today's rules read from the stored page of a failure. */
const replaySchema = record({
  /** Id of the failure. */
  id: z.string(),
  pageType: z.enum(pageTypes),
  /** Null: it still gives no article. */
  draft: draftSchema
    .unwrap()
    .pick({
      title: true,
      body: true,
      authors: true,
      publishedAt: true,
      lang: true,
      description: true,
      data: true,
      extractor: true,
    })
    .readonly()
    .nullable(),
  reason: noDraftReasonSchema.nullable(),
  detail: z.string(),
  trace: listOf(traceLineSchema),
  regions: listOf(regionSchema),
  /** Time of the reading, ms. */
  elapsedMs: z.number(),
});
type ReplayAnswer = z.infer<typeof replaySchema>;

export const replayFailure: Route = {
  method: 'POST',
  path: '/v1/failures/:id/replay',
  summary: "Reads the stored page of a failure again with today's rules, offline; stores nothing",
  success: { schema: replaySchema },
  errors: { 404: 'there is no such failure, or its page was never received' },
  params: idParams,
  isSlow: () => true,
  handle: (app) => async (request) =>
    answerCommand(async (): Promise<ReplayAnswer> => {
      const { failure, reading, elapsedMs } = await app.replay(idOf(request));
      const { pageType, reason, detail, trace, regions } = reading;
      return { id: failure.id, pageType, draft: draftOf(reading.draft), reason, detail, trace, regions, elapsedMs };
    }),
};

function draftOf(draft: Draft | null): ReplayAnswer['draft'] {
  if (draft === null) return null;
  const { title, body, authors, publishedAt, lang, description, data, extractor } = draft;
  return { title, body, authors, publishedAt, lang, description, data, extractor };
}
