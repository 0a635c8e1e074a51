import { kindOf, NewshawkError } from '../../errors.ts';
import type { Correction } from '../../model/wrapper/correction.ts';
import type { PageProfile } from '../../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../../model/wrapper/wrapper-verdict.ts';
import type { Reader } from '../../ports.ts';
import { parseBatchLine, siteOfLine, snapshotOfLine } from './batch.ts';
import { BatchDataPages } from './batch-data-pages.ts';

interface LearnBatchOptions {
  /** Pages in flight. */
  readonly concurrency: number;
  /** Fetch time of pages without `fetchedAt`. */
  readonly now: Date;
  readonly corrections: ReadonlyMap<string, Correction>;
  readonly signal: AbortSignal;
}

export interface LearnBatchReport {
  readonly wrappers: readonly JudgedWrapper[];
  /** Sites with too few pages. */
  readonly tooFew: readonly { readonly site: string; readonly pages: number }[];
  /** Lines that could not be used, with the reason. */
  readonly failures: readonly string[];
  /** Corrections of pages that are not in the batch. */
  readonly unusedCorrections: readonly string[];
}

/** Learns a wrapper for each site of a batch of JSON lines `{id, url, html | htmlPath, site?}`, `concurrency` pages at once. A line that fails is named, and the others continue. */
export async function learnBatch(
  lines: AsyncIterable<string>,
  reader: Reader,
  options: LearnBatchOptions,
): Promise<LearnBatchReport> {
  const dataPages = new BatchDataPages();
  const { profiles, failures, usedIds } = await profileLines(lines, reader, options, dataPages);
  const tooFew: { site: string; pages: number }[] = [];
  const wrappers: JudgedWrapper[] = [];
  for (const [site, pages] of [...profiles].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (options.signal.aborted) break;
    const judged = await reader.learn({ site, profiles: pages, live: null, dataPages: dataPages.pagesOf(site) });
    if (judged === null) tooFew.push({ site, pages: pages.length });
    else wrappers.push(judged);
  }
  const unusedCorrections = [...options.corrections.keys()].filter((id) => !usedIds.has(id));
  return { wrappers, tooFew, failures, unusedCorrections };
}

interface ProfiledLines {
  readonly profiles: ReadonlyMap<string, PageProfile[]>;
  readonly failures: readonly string[];
  readonly usedIds: ReadonlySet<string>;
}

async function profileLines(
  lines: AsyncIterable<string>,
  reader: Reader,
  { concurrency, now, corrections, signal }: LearnBatchOptions,
  dataPages: BatchDataPages,
): Promise<ProfiledLines> {
  const profiles = new Map<string, PageProfile[]>();
  const failures: string[] = [];
  const usedIds = new Set<string>();
  const running: Promise<void>[] = [];
  let number = 0;
  const profileLine = async (line: string, at: number): Promise<void> => {
    try {
      const page = parseBatchLine(line);
      const id = String(page.id);
      usedIds.add(id);
      const site = siteOfLine(page);
      const { snapshot, hasAddress } = await snapshotOfLine(page, now);
      const correction = corrections.get(id) ?? null;
      dataPages.add(site, { id, snapshot, correction });
      const profile = await reader.profile({ id, snapshot, hasAddress, correction });
      if (profile === null) throw new NewshawkError('misconfigured', 'the page has no visible text');
      const pages = profiles.get(site) ?? [];
      profiles.set(site, pages);
      pages.push(profile);
    } catch (error) {
      failures.push(`line ${at}: ${kindOf(error)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for await (const line of lines) {
    number++;
    if (signal.aborted) break;
    if (line.trim() === '') continue;
    running.push(profileLine(line, number));
    if (running.length >= concurrency) await running.shift();
  }
  await Promise.all(running);
  // the same order whichever thread is first
  for (const pages of profiles.values()) pages.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { profiles, failures, usedIds };
}
