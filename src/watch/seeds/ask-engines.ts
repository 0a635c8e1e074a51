import { setTimeout as pause } from 'node:timers/promises';
import { kindOf, NewshawkError } from '../../errors.ts';
import type { SearchEngine, SearchRanking } from '../../model/seed/search.ts';
import { siteKey } from '../../model/web/site-key.ts';
import { redactText } from '../../printable.ts';
import type { PagePorts } from '../../services.ts';
import { searchAddress } from '../../stages/discover/search/search-address.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';

export interface SearchQuestion {
  readonly queries: readonly string[];
  /** ISO 639-1; empty: any. */
  readonly languages: readonly string[];
}

export interface Answers {
  readonly rankings: readonly SearchRanking[];
  /** What was not answered, and why; each names its engine. */
  readonly notes: readonly string[];
}

/** Bytes of an answer, decompressed. */
const maxAnswerBytes = 5 * 1024 * 1024;
/** An engine that fails this often in a row is asked no more in this round. */
const maxFailures = 2;

/** Asks every engine every query, one request after the other for each engine. An engine that does not answer is noted; the others go on. @throws store errors and bugs */
export async function askEngines(
  io: PagePorts,
  engines: readonly SearchEngine[],
  question: SearchQuestion,
): Promise<Answers> {
  const answers = await Promise.all(engines.map((engine) => askEngine(io, engine, question)));
  return {
    rankings: answers.flatMap(({ rankings }) => rankings),
    notes: [...new Set(answers.flatMap(({ notes }) => notes))],
  };
}

async function askEngine(
  io: PagePorts,
  engine: SearchEngine,
  { queries, languages }: SearchQuestion,
): Promise<Answers> {
  const rankings: SearchRanking[] = [];
  const notes: string[] = [];
  const inLanguages = languages.length === 0 ? [null] : languages;
  const requests = queries.flatMap((query) => inLanguages.map((language) => ({ query, language })));
  let failures = 0;
  for (const [index, { query, language }] of requests.entries()) {
    if (index > 0) await pause(io.config.hostGapMs);
    try {
      const answer = await request(io, engine, searchAddress(engine, query, language));
      rankings.push({ engine: engine.name, query, results: answer.results });
      notes.push(...answer.notes);
      failures = 0;
    } catch (error) {
      if (!(error instanceof NewshawkError) || ['bug', 'store'].includes(kindOf(error))) throw error;
      failures += 1;
      // addresses of engines may contain keys
      notes.push(redactText(error.message));
      if (failures < maxFailures && error.kind !== 'throttled' && error.kind !== 'misconfigured') continue;
      const left = requests.length - index - 1;
      if (left > 0) notes.push(`${engine.name} is asked no more in this round; ${left} requests are left out`);
      break;
    }
  }
  return { rankings, notes };
}

async function request({ http, identities, config }: PagePorts, engine: SearchEngine, url: string) {
  const response = await http.fetch({
    url,
    identity: await identities.pick(siteKey(url)),
    maxBytes: maxAnswerBytes,
    timeoutMs: config.staticTimeoutMs,
  });
  if (response.status !== 200) throw refusal(engine, response.status);
  const { html: body } = decodeHtml(response.body, response.headers);
  const { readSearchAnswer } = await import('../../stages/discover/search/read-results.ts');
  return readSearchAnswer(engine, body, response.url);
}

function refusal({ kind, name }: SearchEngine, status: number): NewshawkError {
  if (status === 429 || status === 503)
    return new NewshawkError(
      'throttled',
      `${name} answered ${status}: it limits requests. Ask less often, or use an instance of your own.`,
    );
  if (status === 403 && kind === 'searxng')
    return new NewshawkError(
      'misconfigured',
      `${name} answered 403: its settings.yml must allow the format: search.formats needs json.`,
    );
  return new NewshawkError('unreachable', `${name} answered ${status}`);
}
