// Articles whose bylines and dates are drawn from axes. What is right about a page is known here, before any software prints it.
import { arabic } from '../../../sites/posts/arabic.ts';
import { type Block, markdown } from '../../../sites/posts/blocks.ts';
import { chinese } from '../../../sites/posts/chinese.ts';
import { dutch } from '../../../sites/posts/dutch.ts';
import { english } from '../../../sites/posts/english.ts';
import { french } from '../../../sites/posts/french.ts';
import { german } from '../../../sites/posts/german.ts';
import type { Grammar } from '../../../sites/posts/grammar.ts';
import { hebrew } from '../../../sites/posts/hebrew.ts';
import { italian } from '../../../sites/posts/italian.ts';
import { japanese } from '../../../sites/posts/japanese.ts';
import { korean } from '../../../sites/posts/korean.ts';
import { persian } from '../../../sites/posts/persian.ts';
import { polish } from '../../../sites/posts/polish.ts';
import { portuguese } from '../../../sites/posts/portuguese.ts';
import { makePosts, type Post, random } from '../../../sites/posts/posts.ts';
import { russian } from '../../../sites/posts/russian.ts';
import { spanish } from '../../../sites/posts/spanish.ts';
import { joinNames, linesOf, localDate, namesEditor } from './lines.ts';
import { drawName, type Name } from './names.ts';

export const grammars = {
  ...{ ar: arabic, de: german, en: english, es: spanish, fa: persian, fr: french, he: hebrew, it: italian },
  ...{ ja: japanese, ko: korean, nl: dutch, pl: polish, pt: portuguese, ru: russian, zh: chinese },
} as const satisfies Record<string, Grammar>;
export type Language = keyof typeof grammars;

/** What a theme prints of an article, as its owner finds out by reading its templates. */
export interface Shell {
  /** `hexo-next`. */
  readonly name: string;
  readonly language: Language;
  /** `all`: a list of authors; `first`: of such a list the first one; `one`: one text field, which owners fill with several names too; `none`: nobody, or the site's owner on every page. */
  readonly authors: 'all' | 'first' | 'one' | 'none';
  /** The owner, where the theme names them as the author of pages without one. */
  readonly owner: string | null;
  /** Whether the page says when it was published and when it was changed; null: it says what nobody chose, and is not scored. */
  readonly date: boolean | null;
  readonly modified: boolean | null;
}

export interface Truth {
  /** Right answers; an empty list: nobody. The first one is shown. */
  readonly authors: readonly (readonly string[])[];
  /** `2026-10-28`; null: the page does not say it; left out: not scored. */
  readonly date?: string | null;
  readonly modified?: string | null;
}

export interface BylineArticle extends Post {
  /** Who stands in the field of the theme; empty where it has none. */
  readonly field: readonly string[];
  readonly modified: string | null;
  readonly body: string;
  readonly truth: Truth;
  /** What was drawn, for reports. */
  readonly axes: Readonly<Record<string, string>>;
}

interface Drawn {
  readonly names: readonly Name[];
  /** Whether the theme's own field names them. */
  readonly isInField: boolean;
  /** Lines at the head and at the end of the text. */
  readonly head: readonly string[];
  readonly tail: readonly string[];
  readonly line: string;
  /** An editor who is named below the text. */
  readonly editor: string | null;
}

/** Articles of one shell. The same seed makes the same ones. */
export function makeArticles(shell: Shell, count: number, seed: number): BylineArticle[] {
  const grammar: Grammar = grammars[shell.language];
  const next = random(seed * 7_919 + 17);
  // one post in nine is a single sentence, which says nothing of bylines
  const posts = makePosts({ grammar, count: count * 2, seed })
    .filter(({ short }) => !short)
    .slice(0, count);
  return posts.map((post) => {
    const drawn = drawByline(shell, grammar, next);
    const modified = next() < 0.4 ? dayAfter(post.date, 2 + Math.floor(next() * 20)) : null;
    const blocks = post.blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'heading');
    const mark = ['', '*', '**'][Math.floor(next() * 3)] ?? '';
    const updated = modified !== null && shell.modified === false && shell.date && next() < 0.5;
    const head = updated ? [...drawn.head, lineOfUpdate(modified, shell.language)] : drawn.head;
    const written = (line: string) => `${mark}${line}${mark}`;
    const body = [...head.map(written), markdown(blocks), ...drawn.tail.map(written)].join('\n\n');
    return {
      ...post,
      blocks: [...asBlocks(head), ...blocks, ...asBlocks(drawn.tail)],
      field: drawn.isInField ? drawn.names.map(({ text }) => text) : [],
      modified: shell.modified || updated ? modified : null,
      body,
      truth: {
        authors: rightAuthors(shell, drawn),
        ...(shell.date === null ? {} : { date: shell.date ? post.date : null }),
        ...(shell.modified === null ? {} : { modified: shell.modified || updated ? modified : null }),
      },
      axes: {
        language: shell.language,
        authors: `${drawn.names.length}`,
        shapes: drawn.names.map(({ shape }) => shape).join('+') || '-',
        field: drawn.isInField ? shell.authors : '-',
        line: drawn.line,
        modified: modified === null ? '-' : shell.modified ? 'theme' : updated ? 'line' : '-',
      },
    };
  });
}

const asBlocks = (lines: readonly string[]): Block[] => lines.map((text) => ({ kind: 'paragraph', text }));

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

const lineOfUpdate = (date: string, language: string): string =>
  linesOf(language).updated.replace('{d}', localDate(date, language));

function drawByline(shell: Shell, grammar: Grammar, next: () => number): Drawn {
  const [first, last] = grammar.people;
  const oneOf = <T>(some: readonly T[]): T => some[Math.floor(next() * some.length)] as T;
  const common = () => `${oneOf(first)}${grammar.gap}${oneOf(last)}`;
  const count = Math.min(oneOf([0, 1, 1, 1, 2, 2, 3]), shell.authors === 'first' ? 1 : 3);
  const names: Name[] = [];
  for (let at = 0; at < count; at++)
    names.push(drawName(shell.language, next, common, new Set(names.map(({ text }) => text))));
  const texts = names.map(({ text }) => text);
  const { head, tail, withRole, others } = linesOf(shell.language);
  const isInField = shell.authors !== 'none' && count > 0 && next() < 0.75;
  const hasLine = count > 0 && (isInField ? next() < 0.25 : shell.authors !== 'none' || next() < 0.6);
  const template = next() < 0.2 ? oneOf(others) : null;
  const other = template === null ? '' : drawName(shell.language, next, common, new Set(texts)).text;
  const ends = template === null ? [] : [template.replace('{1}', other)];
  const mark = template === null ? '' : ' +other';
  const rest = { isInField, editor: template !== null && namesEditor(template) ? other : null };
  if (!hasLine) return { ...rest, names: isInField ? names : [], head: [], tail: ends, line: `none${mark}` };
  const withAll = (line: string) => line.replace('{a}', joinNames(texts, shell.language));
  if (count === 1 && next() < 0.4) {
    const head = [oneOf(withRole).replace('{1}', texts[0] ?? '')];
    return { ...rest, names, head, tail: ends, line: `role${mark}` };
  }
  return next() < 0.3
    ? { ...rest, names, head: [], tail: [withAll(oneOf(tail)), ...ends], line: `tail${mark}` }
    : { ...rest, names, head: [withAll(oneOf(head))], tail: ends, line: `head${mark}` };
}

/** Where nobody else is named, nobody is right, and so is the owner, since owners do write on their sites, and an editor. */
function rightAuthors({ owner }: Shell, { names, editor }: Drawn): string[][] {
  if (names.length > 0) return [names.map(({ text }) => text)];
  // an owner's name with an `&` may be that of a company or those of two people
  const owners = owner === null ? [] : [[owner], owner.split(' & ')];
  return [...owners, [], ...(editor === null ? [] : [[editor]])];
}

/** The names of the field as one text, as owners write them where a theme has one field. */
export const fieldText = ({ field }: BylineArticle, language: Language): string => joinNames(field, language);
