import { z } from 'zod';
import { maxNeighbours } from '../../crawl/copies.ts';
import type { Article } from '../../model/article/article.ts';
import type { DuplicateEvidence } from '../../model/article/story.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import { findCopies } from '../../stages/dedupe/dedupe.ts';
import { fingerprint } from '../../stages/dedupe/fingerprint.ts';
import { PreparedTexts } from '../../stages/dedupe/prepared-texts.ts';
import type { StoryIndex, Verdict } from '../../storage/story-index.ts';
import { answerLine } from './json-lines.ts';

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  title: z.string().nullish(),
  text: z.string(),
  lang: z.string().nullish(),
  /** The publisher: copies on the same site are `same`, on other sites `syndicated`. */
  site: z.string().nullish(),
  publishedAt: z.string().nullish(),
});
type Line = z.output<typeof lineSchema>;

interface DedupeBatchOptions {
  /** Answer each line as it arrives: answers do not include what later lines show. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/**
 * Answers JSON lines `{id, title, text, lang?, site?, publishedAt?}` with JSON lines `{id, cluster, relation, evidence}`, in order, by the same index, verification and
 * clusters as the crawl. Clusters are final when all lines are read, so answers come at the end; only the ids stay in memory.
 * A cluster's name is the id of its first line (`id#line`, if an earlier line had that id).
 */
export async function* dedupeBatch(
  lines: AsyncIterable<string>,
  index: StoryIndex,
  { stream, signal }: DedupeBatchOptions,
): AsyncIterable<string> {
  const batch = new DedupeBatch(index);
  for await (const line of lines) {
    if (signal.aborted) break;
    if (line.trim() === '') continue;
    await batch.read(line);
    if (stream) yield await batch.answer(batch.size - 1);
  }
  if (!stream) for (let at = 0; at < batch.size; at++) yield await batch.answer(at);
}

/** A line that was read: its id, and the name of the cluster that it may start; or the error answer of an invalid line. */
type ReadLine = { readonly id: string | number; readonly name: string } | { readonly refused: string };

class DedupeBatch {
  readonly #index: StoryIndex;
  readonly #lines: ReadLine[] = [];
  readonly #names = new Set<string>();
  readonly #prepared = new PreparedTexts();
  /** Evidence that later lines gave about earlier ones, by the earlier line's index id. */
  readonly #laterEvidence = new Map<string, DuplicateEvidence[]>();

  constructor(index: StoryIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Never rejects: an invalid line gets an error answer. */
  async read(line: string): Promise<void> {
    let isRead = false;
    const answer = await answerLine(line, lineSchema, async (document) => {
      await this.#add(document);
      isRead = true;
      return {};
    });
    if (!isRead) this.#lines.push({ refused: answer });
  }

  async answer(at: number): Promise<string> {
    const line = this.#lines[at];
    if (line === undefined) throw new RangeError(`line ${at} was not read`);
    if ('refused' in line) return line.refused;
    const verdict = await this.#index.verdict(idOf(at));
    if (verdict === null) throw new Error(`line ${at} is missing from the index`);
    return JSON.stringify({ id: line.id, ...this.#named(verdict, this.#laterEvidence.get(idOf(at)) ?? []) });
  }

  async #add(line: Line): Promise<void> {
    const id = idOf(this.size);
    const text = { title: line.title ?? '', body: line.text, lang: line.lang ?? null };
    const marks = fingerprint(text);
    const neighbours = await this.#index.neighbours(marks, id, maxNeighbours);
    const copies = findCopies({ ...text, fingerprint: marks }, neighbours, {
      prepare: (candidate) => this.#prepared.get(candidate),
    });
    await this.#index.add(articleOf(id, line, { fingerprint: marks, ...copies }));
    for (const { of, ...how } of copies.evidence) this.#addLaterEvidence(of, { of: id, ...how });
    this.#lines.push({ id: line.id, name: this.#nameFor(String(line.id)) });
  }

  #addLaterEvidence(of: string, evidence: DuplicateEvidence): void {
    const earlier = this.#laterEvidence.get(of);
    if (earlier === undefined) this.#laterEvidence.set(of, [evidence]);
    else if (earlier.length < maxNeighbours) earlier.push(evidence);
  }

  #nameFor(id: string): string {
    const name = this.#names.has(id) ? `${id}#${this.size + 1}` : id;
    this.#names.add(name);
    return name;
  }

  #named({ cluster, relation, evidence }: Verdict, later: readonly DuplicateEvidence[]) {
    const first = this.#lines[Number(cluster)];
    return {
      cluster: first === undefined || 'refused' in first ? cluster : first.name,
      relation,
      evidence: [...evidence, ...later].map(({ method, of, similarity }) => ({
        method,
        of: this.#lineId(of),
        similarity,
      })),
    };
  }

  #lineId(id: string): string | number {
    const line = this.#lines[Number(id)];
    return line === undefined || 'refused' in line ? id : line.id;
  }
}

/** Index id of a line; ids sort like lines, so the smallest id of a cluster is that of its first line. */
const idOf = (at: number): string => String(at).padStart(12, '0');

const epoch = new Date(0);

/** A document as an article of the store; fields that only a page could give are empty. */
function articleOf(
  id: string,
  { title, text, lang, site, publishedAt }: Line,
  found: { readonly fingerprint: Article['fingerprint'] } & ReturnType<typeof findCopies>,
): Article {
  const url = canonicalUrl(`https://batch.invalid/${id}`);
  return {
    ...found,
    id,
    url,
    canonicalUrl: url,
    site: site ?? '',
    pageType: 'article',
    title: title ?? '',
    body: text,
    lang: lang ?? null,
    bodyHtml: '',
    markdown: '',
    authors: [],
    modifiedAt: null,
    source: null,
    section: null,
    tags: [],
    publishedAt: publishedAt == null ? null : { value: publishedAt, precision: 'second' },
    description: null,
    leadImage: null,
    images: [],
    media: [],
    data: {},
    posts: [],
    provenance: {},
    extractor: 'batch',
    topics: [],
    category: null,
    newsTerms: [],
    snapshot: '' as ContentHash,
    via: 'static',
    onTopic: true,
    judgedBy: '',
    weight: 1,
    comparedUpTo: null,
    firstSeenAt: epoch,
    fetchedAt: epoch,
  };
}
