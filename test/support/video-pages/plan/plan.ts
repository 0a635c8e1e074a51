import { mulberry32 } from '../../../../src/stages/classify/sampling.ts';
import { type EmptyAxes, emptyAxes, emptyExclusions, type FilmAxes, filmAxes, filmExclusions } from './axes.ts';
import { coveringRows, shuffled } from './pairwise.ts';

/** Seeds of one block together have all pairs of values. */
export const blockSize = 300;
/** Pages of a block that have a film. */
const filmPages = 252;
/** From here on seeds are sealed: only their counts are shown. */
export const firstSealedSeed = 1_000;

export interface Film {
  /** In addresses: nothing can be read from it. */
  readonly id: string;
  /** Names the film among those of the page: `2`. */
  readonly episode: string;
  readonly title: string;
}

/** What the axes leave open, by chance. */
export interface Choices {
  readonly language: 'en' | 'de' | 'fr' | 'zh';
  /** Whether the address is looked up before the click. */
  readonly isEarly: boolean;
  /** Whether the player starts by itself once it is there. */
  readonly startsItself: boolean;
  readonly encoding: 'plain' | 'base64' | 'reversed' | 'hex' | 'parts' | 'escaped';
  /** Which of a few forms the answer of the API has. */
  readonly shape: number;
  readonly hasExtension: boolean;
  readonly hasMaster: boolean;
  /** What the server of the film asks for. */
  readonly fence: 'none' | 'referer' | 'cookie';
  /** Whether an advertisement has to be skipped; it ends by itself otherwise. */
  readonly hasSkip: boolean;
  readonly signature: 'epoch' | 'akamai' | 'aliyun';
  readonly waitS: number;
  /** Whether the page has the addresses of all its films; otherwise only its own film's. */
  readonly hasAllFilms: boolean;
  readonly canReject: boolean;
  readonly isNamed: boolean;
  /** A number for all else, below 1. */
  readonly spare: number;
}

export interface VideoPagePlan {
  readonly seed: number;
  /** Null: a page without a film. */
  readonly film: FilmAxes | null;
  readonly empty: EmptyAxes | null;
  readonly choices: Choices;
  readonly films: readonly Film[];
  /** The position of the film that the page's address names. */
  readonly meant: number;
  readonly title: string;
}

const titles = [
  'The lock keeper',
  'A winter on the island',
  'Harbour at night',
  'The last tram',
  'Bread before dawn',
  'Hands of the clockmaker',
  'The long dyke',
  'Snow on the pass',
  'The bell founders',
  'Two rivers',
  'Market at the canal',
  'The glass road',
];

const rowsByBlock = new Map<number, readonly (FilmAxes | EmptyAxes)[]>();

/** The first seed of a block. The sealed seeds have blocks of their own. */
export const blockStart = (seed: number): number => {
  const first = seed >= firstSealedSeed ? firstSealedSeed : 1;
  return first + Math.floor((seed - first) / blockSize) * blockSize;
};

function rowsOf(start: number): readonly (FilmAxes | EmptyAxes)[] {
  const films = coveringRows(filmAxes, filmExclusions, { size: filmPages, seed: start });
  const empty = coveringRows(emptyAxes, emptyExclusions, { size: blockSize - filmPages, seed: start });
  return shuffled<FilmAxes | EmptyAxes>([...films, ...empty], mulberry32(start));
}

/** The plan of a page: the same for the same seed, on every machine. */
export function planOf(seed: number): VideoPagePlan {
  if (!Number.isSafeInteger(seed) || seed < 1) throw new RangeError(`a seed is a whole number from 1 on, not ${seed}`);
  const start = blockStart(seed);
  const rows = rowsByBlock.get(start) ?? rowsOf(start);
  rowsByBlock.set(start, rows);
  const row = rows[seed - start];
  if (row === undefined) throw new Error(`the block of seed ${seed} is too short`);
  const random = mulberry32(seed * 2_654_435_761);
  const film = 'player' in row ? row : null;
  const choices = choicesOf(film, random);
  const count = film === null || film.episode === 'single' ? 1 : 4;
  const names = shuffled(titles, random);
  const films = Array.from({ length: count }, (_, at) => ({
    id: hexId(random),
    episode: String(at + 1),
    title: names[at + 1] ?? '',
  }));
  const meant = count === 1 ? 0 : 1 + Math.floor(random() * (count - 1));
  return { seed, film, empty: 'player' in row ? null : row, choices, films, meant, title: names[0] ?? '' };
}

const hexId = (random: () => number): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');

function choicesOf(film: FilmAxes | null, random: () => number): Choices {
  const among = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(random() * values.length)] ?? values[0];
  const chance = (share: number): boolean => random() < share;
  return {
    language: among(['en', 'en', 'de', 'fr', 'zh']),
    isEarly: chance(0.5),
    startsItself: chance(0.5),
    encoding: among(['plain', 'base64', 'reversed', 'hex', 'parts', 'escaped']),
    shape: Math.floor(random() * 4),
    hasExtension: chance(0.75),
    hasMaster: chance(0.8),
    fence: fenceOf(film, among(['none', 'none', 'referer', 'cookie'])),
    hasSkip: chance(0.5),
    signature: among(['epoch', 'akamai', 'aliyun']),
    waitS: 2 + Math.floor(random() * 3),
    hasAllFilms: chance(0.5),
    canReject: chance(0.5),
    isNamed: chance(0.5),
    spare: random(),
  };
}

/** Cookies of the page reach no frame of another site and no request by script; a document without an origin sends no Referer. */
function fenceOf(film: FilmAxes | null, fence: Choices['fence']): Choices['fence'] {
  if (film === null || film.container === 'sandboxed frame') return 'none';
  if (fence !== 'cookie') return fence;
  const isSameSite = !['frame', 'nested frames', 'object'].includes(film.container);
  return isSameSite && film.delivery === 'progressive' && film.kind === 'plain' ? 'cookie' : 'none';
}
