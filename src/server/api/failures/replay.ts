import type { Draft } from '../../../model/article/draft.ts';
import type { ReplayAnswer } from '../answers/replay-answer.ts';
import { idOf, idParams, type Route } from '../route.ts';
import { anything, list, number, object, orNull, text } from '../schemas.ts';
import { answerCommand } from '../wrappers/command-answer.ts';

export const replayFailure: Route = {
  method: 'POST',
  path: '/v1/failures/:id/replay',
  summary: "Reads the stored page of a failure again with today's rules, offline; stores nothing",
  success: {
    schema: object({
      id: text,
      pageType: text,
      draft: {
        anyOf: [object({ title: text, body: text, authors: list(text), publishedAt: anything }), { type: 'null' }],
      },
      reason: orNull(text),
      detail: text,
      trace: list(object({ rule: text, why: text })),
      regions: list(object({ of: text, x: number, y: number, width: number, height: number })),
      elapsedMs: number,
    }),
  },
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
