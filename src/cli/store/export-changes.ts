import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CommandError, exitCodes } from '../../errors.ts';
import { fileTrouble } from '../../machine/make-folder.ts';
import type { StoredArticle } from '../../model/article/article.ts';
import { canonicalJson } from '../../model/data/data-value.ts';
import type { ArticleFilter } from '../../storage/articles-port.ts';
import { streamLines } from '../terminal/lines.ts';
import type { ExportRow, Selection } from './export-content.ts';

const kind = 'newshawk-changes/1';
/** Letters of lines that are written at once. */
const writeAtOnce = 256 * 1024;

/** A line: an article of the export before, and the hash of its row. */
interface Known {
  readonly id: string;
  readonly hash: string;
}

/**
 * Remembers what was exported, so that the next export with the same file gives only what differs: an article comes again exactly when its row is new or another one,
 * whenever it was stored. Times can't tell that: an article that was fetched early may be stored late. The file has a line for each article, by id, as the store's
 * stream has them: both are read side by side in bounded memory.
 */
export class ChangesFile implements AsyncDisposable {
  readonly #path: string;
  readonly #draft: string;
  readonly #before: AsyncIterator<string> | null;
  readonly #target: FileHandle;
  #lines: string[] = [];
  #letters = 0;

  private constructor(path: string, draft: string, target: FileHandle, before: AsyncIterator<string> | null) {
    this.#path = path;
    this.#draft = draft;
    this.#target = target;
    this.#before = before;
  }

  /** @throws CommandError (usage) where the file is of another export, is none of ours, or can't be written */
  static async open(path: string, filter: ArticleFilter): Promise<ChangesFile> {
    const head = `${JSON.stringify({ kind, filter: canonicalJson(filter) })}`;
    const before = await linesBefore(path);
    if (before !== null) checkHead(path, head, (await before.next()).value);
    const draft = `${path}.${process.pid}.tmp`;
    const target = await open(draft, 'w').catch((cause: NodeJS.ErrnoException) => {
      throw new CommandError(
        exitCodes.usage,
        `${path} can't be written (${fileTrouble(cause)}). Name a file in an existing folder.`,
        {
          cause,
        },
      );
    });
    const changes = new ChangesFile(path, draft, target, before);
    await changes.#note(head);
    return changes;
  }

  /** The rows that differ from the export before, and the ids that are gone. */
  readonly select: Selection = async function* (
    this: ChangesFile,
    articles: AsyncIterable<StoredArticle>,
  ): AsyncIterable<ExportRow> {
    let known = await this.#nextKnown();
    for await (const article of articles) {
      const { id } = article;
      while (known !== null && known.id < id) {
        yield { gone: known.id };
        known = await this.#nextKnown();
      }
      const hash = hashOf(article);
      const isKnown = known?.id === id;
      if (!isKnown || known?.hash !== hash) yield article;
      if (isKnown) known = await this.#nextKnown();
      await this.#note(`${id}\t${hash}`);
    }
    for (; known !== null; known = await this.#nextKnown()) yield { gone: known.id };
  }.bind(this);

  /** Call it when all rows are written where they belong: the next export begins from here. */
  async keep(): Promise<void> {
    await this.#flush();
    await this.#target.sync();
    await rename(this.#draft, this.#path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#target.close();
    await this.#before?.return?.();
    await rm(this.#draft, { force: true });
  }

  async #nextKnown(): Promise<Known | null> {
    const next = await this.#before?.next();
    if (next === undefined || next.done === true) return null;
    const [id = '', hash = ''] = next.value.split('\t');
    return { id, hash };
  }

  async #note(line: string): Promise<void> {
    this.#lines.push(line);
    this.#letters += line.length;
    if (this.#letters >= writeAtOnce) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#lines.length > 0) await this.#target.appendFile(`${this.#lines.join('\n')}\n`);
    [this.#lines, this.#letters] = [[], 0];
  }
}

/** Of all that a row says, but the number of pages that link there: it changes with every crawl. */
const hashOf = ({ inLinks: _, ...article }: StoredArticle): string =>
  createHash('sha256').update(JSON.stringify(article)).digest('base64url').slice(0, 22);

/** @returns null: there is no such file yet */
async function linesBefore(path: string): Promise<AsyncIterator<string> | null> {
  const stream = createReadStream(path);
  const trouble = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    stream.once('open', () => resolve(null));
    stream.once('error', resolve);
  });
  if (trouble === null) return streamLines(stream)[Symbol.asyncIterator]();
  if (trouble.code === 'ENOENT') return null;
  throw new CommandError(exitCodes.usage, `${path} can't be read (${fileTrouble(trouble)}).`, { cause: trouble });
}

function checkHead(path: string, expected: string, found: string | undefined): void {
  if (found === expected) return;
  const isOurs = found?.startsWith(`{"kind":"${kind}"`) === true;
  throw new CommandError(
    exitCodes.usage,
    isOurs
      ? `${path} belongs to an export with another choice of articles (${found}). Give each choice a file of its own.`
      : `${path} is no file of --changes. Name a new file: the first export with it has all articles.`,
  );
}
