import { z } from 'zod';
import type { Article } from '../../model/article/article.ts';
import type { DuplicateEvidence } from '../../model/article/story.ts';
import type { ContentHash } from '../../model/page/snapshot.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import { copiesAmong } from '../../stages/dedupe/dedupe.ts';
import { fingerprint } from '../../stages/dedupe/fingerprint.ts';
import { PreparedTexts } from '../../stages/dedupe/prepared-texts.ts';
import type { StoryIndex, Verdict } from '../../storage/story-index.ts';
import { maxNeighbours } from '../crawl.ts';
import { answerLine } from './json-lines.ts';

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  title: z.string().nullish(),
  text: z.string(),
  lang: z.string().nullish(),
  /** Whoever published it: copies of one site are `same`, of others `syndicated`. */
  site: z.string().nullish(),
  publishedAt: z.string().nullish(),
});
type Line = z.output<typeof lineSchema>;

export interface DedupeBatchOptions {
  /** Answer each line when it comes: what a later line ties together is not told of the earlier ones. */
  readonly stream: boolean;
  readonly signal: AbortSignal;
}

/**
 * JSON lines `{id, title, text, lang?, site?, publishedAt?}` to JSON lines `{id, cluster, relation, evidence}`: one for one, in order, through the same index,
 * verification and clusters as the crawl. Clusters are final when all is read, so that is when the answers come; in memory there are the ids only.
 * A cluster is called after its first line's id (`id#line`, where an earlier line had that id).
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

/** A line that was read: its id and its cluster's name, should it be the first one; or the answer that it was no document. */
type ReadLine = { readonly id: string | number; readonly name: string } | { readonly refused: string };

class DedupeBatch {
  readonly #index: StoryIndex;
  readonly #lines: ReadLine[] = [];
  readonly #names = new Set<string>();
  readonly #prepared = new PreparedTexts();
  /** What later lines have found of earlier ones, by the earlier one's index id. */
  readonly #foundLater = new Map<string, DuplicateEvidence[]>();

  constructor(index: StoryIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#lines.length;
  }

  /** Never rejects: a line that is wrong has its answer. */
  async read(line: string): Promise<void> {
    let isRead = false;
    const answered = await answerLine(line, lineSchema, async (given) => {
      await this.#add(given);
      isRead = true;
      return {};
    });
    if (!isRead) this.#lines.push({ refused: answered });
  }

  async answer(at: number): Promise<string> {
    const line = this.#lines[at];
    if (line === undefined) throw new RangeError(`line ${at} was not read`);
    if ('refused' in line) return line.refused;
    const verdict = await this.#index.verdict(idOf(at));
    if (verdict === null) throw new Error(`line ${at} is not where it was just written`);
    return JSON.stringify({ id: line.id, ...this.#named(verdict, this.#foundLater.get(idOf(at)) ?? []) });
  }

  async #add(line: Line): Promise<void> {
    const id = idOf(this.size);
    const text = { title: line.title ?? '', body: line.text, lang: line.lang ?? null };
    const marks = fingerprint(text);
    const neighbours = await this.#index.neighbours(marks, id, maxNeighbours);
    const found = copiesAmong({ ...text, fingerprint: marks }, neighbours, {
      prepare: (one) => this.#prepared.of(one),
    });
    await this.#index.add({ ...articleOf(id, line), fingerprint: marks, ...found });
    for (const { of, ...how } of found.evidence) this.#noteLater(of, { of: id, ...how });
    this.#lines.push({ id: line.id, name: this.#nameFor(String(line.id)) });
  }

  #noteLater(of: string, evidence: DuplicateEvidence): void {
    const known = this.#foundLater.get(of);
    if (known === undefined) this.#foundLater.set(of, [evidence]);
    else if (known.length < maxNeighbours) known.push(evidence);
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
        of: this.#givenId(of),
        similarity,
      })),
    };
  }

  #givenId(id: string): string | number {
    const line = this.#lines[Number(id)];
    return line === undefined || 'refused' in line ? id : line.id;
  }
}

/** Ordered as the lines are: the smallest id of a cluster is its first line's. */
const idOf = (at: number): string => String(at).padStart(12, '0');

const epoch = new Date(0);

/** A document as the store keeps articles; what no page said is empty. */
function articleOf(
  id: string,
  { title, text, lang, site, publishedAt }: Line,
): Omit<Article, 'fingerprint' | 'joins' | 'evidence'> {
  const url = canonicalUrl(`https://batch.invalid/${id}`);
  return {
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
    firstSeenAt: epoch,
    fetchedAt: epoch,
  };
}
