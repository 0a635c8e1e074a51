import type { Provenance } from '../../model/draft.ts';
import { type Block, fold, lengthOf } from './blocks.ts';
import type { Document } from './dom/document.ts';
import type { Element } from './dom/tree.ts';
import { isForeign } from './foreign.ts';
import type { Structured } from './structured.ts';

export interface AuthorsFinding {
  readonly value: readonly string[];
  readonly provenance: Provenance;
  readonly rule: string;
}

export interface AuthorsQuestion {
  readonly structured: Structured;
  readonly document: Document;
  readonly blocks: readonly Block[];
  readonly titleBlock: Block | null;
  /** Names of the outlet: never a person. */
  readonly outlets: readonly string[];
}

interface AuthorsRule {
  readonly name: string;
  readonly why: string;
  readonly by: Provenance['by'];
  readonly confidence: number;
  readonly read: (question: AuthorsQuestion) => readonly string[];
}

const rules: readonly AuthorsRule[] = [
  {
    name: 'json-ld',
    why: 'author of the JSON-LD article',
    by: 'json-ld',
    confidence: 0.9,
    read: ({ structured }) => structured.article?.authors ?? [],
  },
  {
    name: 'meta',
    why: 'author, parsely-author and kin',
    by: 'meta',
    confidence: 0.8,
    read: ({ structured: { meta } }) =>
      [
        'author',
        'article:author',
        'parsely-author',
        'sailthru.author',
        'dc.creator',
        'dcterms.creator',
        'byl',
        'citation_author',
        'cxenseparse:author',
      ]
        .map(meta.all)
        .find((all) => all.some((name) => !/^https?:/.test(name))) ?? [],
  },
  {
    name: 'itemprop',
    why: 'itemprop=author',
    by: 'meta',
    confidence: 0.85,
    read: ({ structured: { meta } }) => meta.itemprop('author').map(({ element }) => personIn(element)),
  },
  {
    name: 'rel',
    why: 'rel=author',
    by: 'generic',
    confidence: 0.8,
    read: (question) => own(question, '[rel~="author"]'),
  },
  {
    name: 'byline-class',
    why: 'an element named as the byline',
    by: 'generic',
    confidence: 0.7,
    read: (question) =>
      own(
        question,
        '[class*="byline" i] a, [class*="author-name" i], [class*="authorname" i], [class*="byline" i], [class~="author" i], [class*="author__name" i], [id="author"]',
      ).slice(0, 3),
  },
  {
    name: 'by-line',
    why: 'a line that begins with by, von, par … near the headline',
    by: 'generic',
    confidence: 0.7,
    read: byLine,
  },
  {
    name: 'credit-line',
    why: 'a line that names the writer or, at the end, the editor in charge',
    by: 'generic',
    confidence: 0.6,
    read: creditLine,
  },
];

/** Persons only; an outlet's own name is none. Empty rather than a guess. */
export function findAuthors(question: AuthorsQuestion): AuthorsFinding | null {
  const outlets = new Set(question.outlets.map(key));
  for (const { name, why, by, confidence, read } of rules) {
    const names = unique(read(question).flatMap(namesIn)).filter((person) => !outlets.has(key(person)));
    if (names.length > 0)
      return { value: names.slice(0, 12), provenance: { by, confidence }, rule: `authors-${name}: ${why}` };
  }
  return null;
}

const key = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function unique(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [key(name), name])).values()];
}

const personIn = (element: Element): string =>
  fold(
    (element.querySelector('[itemprop~="name"]') ?? element).getAttribute('content') ??
      (element.querySelector('[itemprop~="name"]') ?? element).textContent ??
      '',
  );

const own = ({ document, titleBlock }: AuthorsQuestion, selector: string): string[] =>
  [...document.querySelectorAll(selector)]
    .filter((element) => !isForeign(element, titleBlock))
    .map((element) => fold(element.textContent ?? ''))
    .filter((text) => text.length > 1 && text.length < 120);

const lead =
  /^(?:(?:written|posted|reported|published|edited|story|words|text|recipe|review(?:ed)?|article)\s+)?(?:by|von|par|por|di|door|av)\s*:?\s+(?=\p{Lu})|^(?:author|autor(?:in)?|auteur|autore|作者|文|记者|記者|本报记者|撰文|编辑|編輯)\s*[:：／/]\s*|^(?:本报记者|记者)\s+/iu;

/** "By Ada Lovelace", "Von …", "作者：…" in a short line near the headline. */
function byLine({ blocks, titleBlock }: AuthorsQuestion): string[] {
  const at = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (at === -1) return [];
  for (const { text, element } of blocks.slice(Math.max(0, at - 3), at + 10)) {
    if (lengthOf(text) > 250 || isForeign(element, titleBlock)) continue;
    const [, chinese] =
      /(?:作者|记者|撰文)\s*[:：]\s*([\p{Script=Han}·]{2,5}(?:[\s、，]+[\p{Script=Han}·]{2,4}(?![\p{Script=Han}：:]))*)/u.exec(
        text,
      ) ?? [];
    if (chinese !== undefined) return [chinese];
    if (lead.test(text) && text.length < 120) return [text];
  }
  return [];
}

const credits: readonly RegExp[] = [
  /(?:作者|撰文|撰稿|文字?)\s*[:：/／|｜]\s*(?<name>[\p{Script=Han}·]{2,5})(?![\p{Script=Han}])/u,
  /(?:记者|通讯员)(?:\s*[:：/／|｜]\s*|\s+)(?<name>[\p{Script=Han}·]{2,4})(?![\p{Script=Han}])/u,
  /[（(【](?:本报|本网|本台|实习|见习|特约)?(?:记者|通讯员)\s*(?<name>[\p{Script=Han}·]{2,4})\s*[）)】]/u,
  /(?:责任编辑|責任編輯|责编|编辑|編輯)\s*[:：/／|｜]\s*(?<name>[\p{Script=Han}·]{2,4})(?![\p{Script=Han}])/u,
];

/** Chinese pages name the writer, else the editor, in a line of its own or in brackets at the text's end; the writer counts before the editor. */
function creditLine({ blocks, titleBlock }: AuthorsQuestion): string[] {
  for (const credit of credits) {
    for (const { text, element } of blocks) {
      const name = !isForeign(element, titleBlock) ? credit.exec(text)?.groups?.name : undefined;
      if (name !== undefined) return [name];
    }
  }
  return [];
}

/** Degrees and orders stay with the name before them: `MD`, `FAND`, `E-RYT 200`. */
const credential = /^[A-Z][A-Z-]{1,6}(?: \d+)?\.?$/;

/** What follows a name in the same line: a place, a date, a role. */
const tail =
  /\s*(?:\||•|·|–|—|\s-\s|\(|\d{1,2}[.:/]\d|\b(?:published|updated|posted|on\s+\p{L}+\s\d|for\s+(?:the\s)?\p{Lu}|view\s+(?:all|more)|more\s+(?:by|from))\b|\b\d{4}\b).*$/iu;
const role =
  /^(?:staff(?: writer| reporter)?|editor(?:ial)?(?: team| staff| board)?|admin(?:istrator)?|redaktion|la rédaction|redacción|redazione|guest(?: author)?|contributor|correspondent|reporter|senior \p{L}+|author|team|founder|m\.?d\.?|ph\.?d\.?|jr\.?|news desk|web desk|webmaster|anonymous|unknown|null|undefined|follow|facebook|twitter|email|by|via|trending editor|view all posts.*)$/iu;

/** Single names of one byline. */
export function namesIn(byline: string): string[] {
  const line = fold(byline.replace(/<[^<>]*>/g, ' '))
    .replace(lead, '')
    .replace(lead, '');
  if (/^(?:https?:|www\.|@)|@[\w.-]+\.\w+$/.test(line)) return [];
  const names: string[] = [];
  for (const part of line.split(/\s*[,;/&、，|]\s*|\s+(?:and|und|et|y|e|en|och|og|with|mit|和)\s+/iu)) {
    const name = bare(part);
    const last = names.at(-1);
    if (last !== undefined && credential.test(name)) names[names.length - 1] = `${last}, ${name}`;
    else if (!/^\d/.test(part) && isName(name)) names.push(name);
  }
  return names;
}

const bare = (part: string): string =>
  part
    .replace(lead, '')
    .replace(tail, '')
    .replace(/^[^\p{L}]+|[^\p{L}\p{N}.)]+$/gu, '')
    .trim();

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 60 || role.test(name) || /https?:|\.(?:com|org|net)\b|[{}<>=]/.test(name))
    return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name)) return name.length <= 12;
  return name.split(/\s+/).length <= 6;
}
