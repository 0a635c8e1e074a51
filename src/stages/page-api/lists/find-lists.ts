import type { ListCandidate, NextPage } from '../../../model/page/list-api.ts';
import type { PageAnswer } from '../../../model/page/page-api.ts';
import type { Link } from '../../../model/web/link.ts';
import type { AnsweredList } from '../../../ports.ts';
import { anyItem, dataOf, joinPath, leavesOf, valuesAt } from '../../../text/answer-data.ts';
import { sharedWordsShare, wordTokens } from '../../../text/likeness.ts';
import { addressTemplates } from './address-templates.ts';
import { type FormatOf, listCoverage } from './list-coverage.ts';
import { addressOfItem, instantOf, itemsAt, titleText } from './made-links.ts';
import { isFurtherRequest, nextPages } from './next-pages.ts';

/** Items of a list, at least. */
const minItems = 5;
/** Lists of one answer that are tried, and levels of nesting. */
const [maxLists, maxDepth] = [40, 8];
/** Paths of titles and dates that are kept. */
const maxPaths = 6;
/** Share of the items that a path of a title or date must fit. */
const minFit = 0.8;

/** Lists in the answers that have the larger part of the page's links, the longest first. */
export function findLists(
  { url, takenAt, links, answers: { answers } }: AnsweredList,
  formatOf: FormatOf,
): readonly ListCandidate[] {
  const byUrl = new Map(links.map((link) => [link.url, link] as const));
  const datas = answers.map(({ kind, text }) => (kind === 'html' ? undefined : dataOf(text)));
  const candidates = datas.flatMap((data, answer) => {
    const request = answers[answer] as PageAnswer;
    // a further page is read with the first one
    if (answers.slice(0, answer).some((earlier) => isFurtherRequest(earlier, request) && isLike(earlier, request)))
      return [];
    return listPaths(data).flatMap((path) => {
      const further = answers.flatMap((other, at) =>
        at > answer && isFurtherRequest(request, other) && itemsAt(datas[at], path).length > 0 ? [at] : [],
      );
      const pages = [data, ...further.map((at) => datas[at])];
      const items = pages.flatMap((page) => itemsAt(page, path));
      if (items.length < minItems) return [];
      const addresses = addressTemplates(items, byUrl, url).filter((template) => isWholeList(template, items));
      const [address] = addresses;
      if (address === undefined) return [];
      const linked = items.flatMap((item) => {
        const link = byUrl.get(addressOfItem(address, item, url)?.url ?? url);
        return link === undefined ? [] : [{ item, link }];
      });
      const first = { request, data, path, count: itemsAt(data, path).length };
      const [next] = further;
      return [
        {
          answer,
          path,
          addresses,
          titles: titlePaths(linked),
          dates: datePaths(items, takenAt),
          nexts: nextPages(first, next === undefined ? null : (answers[next] ?? null)) as readonly NextPage[],
          pages: pages.length,
          links: new Set(linked.map(({ link }) => link.url)).size,
        },
      ];
    });
  });
  return candidates.toSorted((a, b) => b.links - a.links);

  /** All links of the list, and the larger part of those of the page. */
  function isWholeList(template: string, items: readonly unknown[]): boolean {
    const made = new Set(items.flatMap((item) => addressOfItem(template, item, url)?.url ?? []));
    const coverage = listCoverage(made, links, formatOf);
    return (
      coverage !== null &&
      coverage.own >= minItems &&
      coverage.missing.length === 0 &&
      coverage.own * 2 > coverage.alike
    );
  }
}

const isLike = (a: PageAnswer, b: PageAnswer): boolean =>
  a.kind === b.kind && new URL(a.url).origin === new URL(b.url).origin;

/** Paths of lists with objects or texts, `[]` for all lists of a list first. */
function listPaths(data: unknown): readonly string[] {
  const concrete: string[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (depth > maxDepth || concrete.length > maxLists * 4 || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((item) => typeof item === 'object' || typeof item === 'string')) concrete.push(`${path}[]`);
      for (const [at, item] of value.entries()) walk(item, `${path}[${at}]`, depth + 1);
    } else for (const [name, item] of Object.entries(value)) walk(item, joinPath(path, name), depth + 1);
  };
  walk(data, '', 0);
  const counted = [...new Set([...concrete.map(anyItem), ...concrete])].filter(
    (path) => valuesAt(data, path).length >= minItems,
  );
  return counted.slice(0, maxLists);
}

interface LinkedItem {
  readonly item: unknown;
  readonly link: Link;
}

/** Paths whose texts stand in the texts of the links, the longest first. */
function titlePaths(linked: readonly LinkedItem[]): readonly string[] {
  const words = new Map<string, number>();
  const fits = new Map<string, number>();
  for (const { item, link } of linked) {
    const anchor = wordTokens(link.anchorText);
    for (const { path, value } of leavesOf(item)) {
      if (typeof value !== 'string' || /\[\d+\]/.test(path)) continue;
      const tokens = wordTokens(titleText(value));
      if (tokens.length === 0 || tokens.length > 60 || sharedWordsShare(tokens, anchor) < 0.9) continue;
      fits.set(path, (fits.get(path) ?? 0) + 1);
      words.set(path, (words.get(path) ?? 0) + tokens.length);
    }
  }
  const paths = [...fits].filter(([, count]) => count >= linked.length * minFit).map(([path]) => path);
  const byWords = paths.toSorted((a, b) => (words.get(b) ?? 0) - (words.get(a) ?? 0));
  // of words rather than ids
  return byWords.filter((path) => (words.get(path) ?? 0) >= linked.length * 2).slice(0, maxPaths);
}

const publishedName = /publi|posted|release/i;
const dateName = /date|time|created|first|(?:_at|At|On)$/i;
const laterName = /updat|modif|edit|expire|end|last|until/i;

/** Paths whose values are moments before the poll, those named as the publication first. */
function datePaths(items: readonly unknown[], takenAt: Date): readonly string[] {
  const latest = takenAt.getTime() + 24 * 3_600_000;
  const fits = new Map<string, number>();
  for (const item of items)
    for (const { path, name, value } of leavesOf(item)) {
      const isDate =
        (publishedName.test(name) || dateName.test(name)) && !laterName.test(name) && !/\[\d+\]/.test(path);
      const moment = isDate ? instantOf(value) : null;
      if (moment !== null && moment.getTime() < latest) fits.set(path, (fits.get(path) ?? 0) + 1);
    }
  const paths = [...fits].filter(([, count]) => count >= items.length * minFit).map(([path]) => path);
  return [
    ...paths.filter((path) => publishedName.test(path)),
    ...paths.filter((path) => !publishedName.test(path)),
  ].slice(0, maxPaths);
}
