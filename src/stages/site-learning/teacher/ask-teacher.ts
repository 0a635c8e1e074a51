import { z } from 'zod';
import type { TeacherFailure } from '../../../model/wrapper/teaching.ts';
import type { Lesson } from './lesson.ts';

/** Where a teacher is asked. The operator names it: it may be on this machine. */
export interface TeacherEndpoint {
  readonly url: string;
  readonly key: string | null;
  /** Null: the endpoint has one model. */
  readonly model: string | null;
  readonly timeoutMs: number;
}

/** An answer's text, or why the call failed. */
export type TeacherReply =
  | { readonly kind: 'answered'; readonly text: string; readonly tokens: number }
  | {
      readonly kind: 'failed';
      readonly failure: TeacherFailure;
      readonly detail: string;
      readonly tokens: number;
      /** From `Retry-After`; null: it says nothing. */
      readonly retryAfterMs: number | null;
    };

/** Bytes; labels of a page have some thousand. */
const maxBytes = 1_000_000;
/** Tokens of an answer. */
const maxAnswerTokens = 8_000;
/** Letters in a token, about: for endpoints that don't count. */
const lettersPerToken = 4;

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ total_tokens: z.number() }).nullish().catch(null),
});

/** Asks a chat-completions endpoint. It never throws. No message holds the key, or the endpoint's own text, which may repeat it. */
export async function askTeacher(
  { url, key, model, timeoutMs }: TeacherEndpoint,
  { messages, schema }: Lesson,
  now: () => Date,
): Promise<TeacherReply> {
  const body = JSON.stringify({
    ...(model !== null && { model }),
    messages,
    temperature: 0,
    max_tokens: maxAnswerTokens,
    response_format: { type: 'json_schema', json_schema: { name: 'labels', strict: true, schema } },
  });
  const spent = Math.ceil(body.length / lettersPerToken);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key !== null && { authorization: `Bearer ${key}` }),
      },
      body,
      // the key is for this address only
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return failedStatus(response, now);
    }
    const text = await boundedText(response);
    return text === null ? failed('too-large', `more than ${maxBytes} bytes`, spent) : readCompletion(text, spent);
  } catch (error) {
    const { name = '', cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
    return name === 'TimeoutError'
      ? failed('timed-out', `no answer within ${timeoutMs} ms`, spent)
      : failed('unreachable', cause?.code ?? 'the connection failed', 0);
  }
}

const failed = (
  failure: TeacherFailure,
  detail: string,
  tokens: number,
  retryAfterMs: number | null = null,
): TeacherReply => ({ kind: 'failed', failure, detail, tokens, retryAfterMs });

function failedStatus({ status, headers }: Response, now: () => Date): TeacherReply {
  const detail = `the endpoint answered ${status}`;
  const wait = retryAfter(headers.get('retry-after'), now);
  if (status === 429) return failed('throttled', detail, 0, wait);
  return failed(status >= 500 ? 'server-error' : 'refused', detail, 0, wait);
}

/** Seconds or a date. */
function retryAfter(header: string | null, now: () => Date): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : new Date(header).getTime() - now().getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Null: it is too large. */
async function boundedText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  if (body === null) return text;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null; // leaving the loop cancels the stream
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readCompletion(text: string, spent: number): TeacherReply {
  let parsed: z.output<typeof completion> | undefined;
  try {
    parsed = completion.safeParse(JSON.parse(text)).data;
  } catch {
    parsed = undefined; // counted as `no-json`
  }
  const tokens = parsed?.usage?.total_tokens ?? spent + Math.ceil(text.length / lettersPerToken);
  const [choice] = parsed?.choices ?? [];
  if (choice === undefined) return failed('no-json', 'the answer is no chat completion', tokens);
  const { content, refusal } = choice.message;
  if (refusal) return failed('refused', 'the model refused', tokens);
  if (choice.finish_reason === 'length') return failed('too-large', 'the answer was cut off', tokens);
  if (!content?.trim()) return failed('empty', 'the answer has no text', tokens);
  return { kind: 'answered', text: content, tokens };
}
