// Feeds of a corpus through the product's own reading, as bytes: `npm run bench:feeds -- [FOLDER]` (index.jsonl with id, file, expect and headers; skipped with a
// word where absent). Each feed gives links, or none because no entry names an address, or is refused with a named reason; anything else is an error (exit 1).
// Links that the corpus expects (`entries[0].link == '…'`) are compared.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NewshawkError } from '../src/errors.ts';
import { tryCanonicalUrl } from '../src/model/web/canonical-url.ts';
import { readFeedText } from '../src/stages/discover/feed.ts';
import { decodeHtml } from '../src/stages/fetch/http/decode.ts';

interface FeedCase {
  readonly id: string;
  readonly file: string;
  readonly expect: string;
  readonly headers?: readonly string[];
}

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../shared/corpora/feeds'));
if (!existsSync(join(folder, 'index.jsonl'))) {
  console.log(`skipped: no index.jsonl in ${folder}`);
  process.exit(0);
}
const cases = readFileSync(join(folder, 'index.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): FeedCase => JSON.parse(line));

const headersOf = ({ headers = [] }: FeedCase): Record<string, string> =>
  Object.fromEntries(
    headers.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
/** The link that the first entry must have; null: the case is about something else. */
const expectedLink = ({ expect }: FeedCase): string | null =>
  /^(?:not bozo and )?entries\[0\](?:\.link|\['link'\]) == u?'([^']+)'$/.exec(expect)?.[1] ?? null;

const counts = { 'with links': 0, 'without addresses': 0, refused: 0 };
const refusals = new Map<string, string>();
const errors: string[] = [];
const linkCases = { right: 0, wrong: [] as string[] };
const before = process.cpuUsage();
for (const one of cases) {
  try {
    const { html } = decodeHtml(readFileSync(join(folder, one.file)), headersOf(one));
    const { links } = readFeedText(
      html,
      headersOf(one)['content-location'] ?? 'http://127.0.0.1:8097/feed.xml',
      10_000,
    );
    counts[links.length > 0 ? 'with links' : 'without addresses'] += 1;
    const expected = expectedLink(one);
    if (expected === null) continue;
    if (links[0]?.url === tryCanonicalUrl(expected)) linkCases.right += 1;
    else linkCases.wrong.push(`${one.id}: ${links[0]?.url ?? 'no link'} instead of ${expected}`);
  } catch (error) {
    if (error instanceof NewshawkError && error.kind === 'layout-changed') {
      counts.refused += 1;
      refusals.set(one.id, error.message);
    } else errors.push(`${one.id}: ${String(error)}`);
  }
}
const { user, system } = process.cpuUsage(before);
console.log(
  `${cases.length} feeds: ${Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}, ${errors.length} errors; CPU ${((user + system) / 1_000 / cases.length).toFixed(2)} ms each`,
);
console.log(`links of first entries: ${linkCases.right} right, ${linkCases.wrong.length} wrong`);
for (const line of linkCases.wrong) console.log(`  ${line}`);
for (const [id, reason] of refusals) console.log(`refused ${id}: ${reason.slice(0, 160)}`);
for (const line of errors) console.log(`error ${line}`);
if (errors.length > 0) process.exitCode = 1;
