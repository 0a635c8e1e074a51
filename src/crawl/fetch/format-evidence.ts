import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { FormatEvidence } from '../../model/page/format-evidence.ts';
import type { ListApi, ListKnowledge } from '../../model/page/list-api.ts';
import { apiNamedFor, listApiNamedFor } from '../../model/page/named-api.ts';
import type { ApiKnowledge, PageApi } from '../../model/page/page-api.ts';
import { addTrial, noPlayerEvidence } from '../../model/page/player-evidence.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { StorePorts } from '../../services.ts';
import { addApiFinding, validKnowledge } from '../../stages/page-api/knowledge.ts';
import { addListFinding } from '../../stages/page-api/lists/infer-list.ts';
import type { FetchFinding, FetchPlan } from '../../stages/schedule/fetch-plan.ts';
import { addFinding, agree, emptyEvidence, requiredComparisons } from '../../stages/schedule/fetch-plan.ts';
import type { UrlFormat, UrlFormats } from '../../stages/schedule/url-format.ts';
import { sourceFormat, urlFormats } from '../../stages/schedule/url-format.ts';
import type { Formats } from '../../storage/collections/crawl/formats.ts';
/** What the mode of a page or source depends on, beside what is known of its format. */
export interface PlannedFetch {
  readonly task: FetchedTask;
  readonly site: Site;
}

/** The part of a task by which its mode is chosen. */
export interface FetchedTask {
  readonly url: CanonicalUrl;
  readonly kind: Task['kind'];
  readonly sourceId: string | null;
}

/** A mode, and why it was chosen. */
export interface ChosenMode {
  readonly ways: FetchPlan['ways'] | 'static';
  readonly reason: string;
}

/** What is known of a format, as far as a fetch uses it. */
export interface KnownOfFormat {
  /** What is known of the API behind the pages; null: nothing. */
  readonly api: ApiKnowledge | null;
  /** Whether lists of the format were the same in both ways, short ones too: then the browser is not asked for more of them. */
  readonly listsAreSame: boolean;
  /** Of a source: what is known of the API behind its list; null: nothing. */
  readonly list: ListKnowledge | null;
}

/** How one page is fetched, and why. */
export interface ModeChoice extends ChosenMode, KnownOfFormat {
  /** The format that learns from the visit; null: none does. */
  readonly format: UrlFormat | null;
}

/** Fine formats per host, at most; then pages share a coarse one. Else a host with a new section for each page would be compared for ever. */
const fineFormatsPerHost = 60;
/** Formats per host, at most; then all other pages share one entry. */
const formatsPerHost = 200;

/** The format that keeps a page's evidence: the fine one while the host has few formats. */
export async function findFormat(
  formats: Formats,
  { url, kind }: FetchedTask,
): Promise<UrlFormat & { readonly evidence: FormatEvidence | null }> {
  const { host, fine, coarse }: UrlFormats = kind === 'source' ? sourceFormat(url) : urlFormats(url);
  const evidence = await formats.get(host, fine);
  if (evidence !== null) return { host, format: fine, evidence };
  const count = await formats.count(host);
  const format = count < fineFormatsPerHost ? fine : count < formatsPerHost ? coarse : '*';
  return { host, format, evidence: format === fine ? null : await formats.get(host, format) };
}

/** Whether the formats of a host agree. Asked only where a format is not known by itself. */
export const hostAgrees = async (formats: Formats, host: string, evidence: FormatEvidence | null): Promise<boolean> =>
  (evidence?.compared ?? 0) < requiredComparisons && agree(await formats.ofHost(host));

/** The APIs that a scraper names for a page or a source; null: none. */
export interface NamedApis {
  readonly api: PageApi | null;
  readonly list: ListApi | null;
}

export const namedApisFor = ({ url, kind }: FetchedTask, { apis, listApis }: Site): NamedApis => ({
  api: kind === 'page' ? apiNamedFor(apis, url) : null,
  list: kind === 'source' ? listApiNamedFor(listApis, url) : null,
});

/** The evidence of a format that counts now. @param named by the scraper */
export async function knownEvidence(
  formats: Formats,
  now: Date,
  format: UrlFormat,
  named: NamedApis,
): Promise<FormatEvidence | null> {
  const stored = await formats.get(format.host, format.format);
  const api = validKnowledge(stored?.api ?? null, now, named.api);
  const list = validKnowledge(stored?.list ?? null, now, named.list);
  return stored === null && api === null && list === null
    ? null
    : { ...(stored ?? emptyEvidence(format, now)), api, list };
}

/** The evidence of the choice's format with what the visit found; null: there is nothing to write. Call it right before the commit, one page at a time. */
export async function evidenceAfter(
  { store, clock }: StorePorts,
  { format, api, list }: ModeChoice,
  finding: FetchFinding,
): Promise<FormatEvidence | null> {
  if (format === null) return null;
  const now = clock.now();
  const before = await store.formats.get(format.host, format.format);
  const after = addFinding(before, format, finding, now);
  const { players } = finding;
  if (finding.api === undefined && finding.list === undefined && players === undefined) return after;
  const base = after ?? before ?? emptyEvidence(format, now);
  const named = <Api>(knowledge: { readonly isNamed?: boolean; readonly api: Api } | null) =>
    knowledge?.isNamed === true ? knowledge.api : null;
  return {
    ...base,
    ...(finding.api === undefined ? {} : { api: addApiFinding(base.api ?? null, finding.api, now, named(api)) }),
    ...(finding.list === undefined ? {} : { list: addListFinding(base.list ?? null, finding.list, now, named(list)) }),
    ...(players === undefined ? {} : { players: addTrial(base.players ?? noPlayerEvidence, players), updatedAt: now }),
  };
}
