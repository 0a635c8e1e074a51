import { setFlagsFromString } from 'node:v8';

/** A V8 flag: a regular expression whose match fails after this number of backtracking steps. */
type LimitedRegExp = (pattern: string, flags: string, backtracks: number) => RegExp;

const limited: LimitedRegExp = (() => {
  setFlagsFromString('--allow-natives-syntax');
  return new Function(
    'pattern',
    'flags',
    'backtracks',
    'return %NewRegExpWithBacktrackLimit(pattern, flags, backtracks)',
  ) as LimitedRegExp;
})();

/** Compiled patterns by source, flags and limit: `split` tries one pattern at each character, and compiling it each time takes longer than all its matches. */
const compiled = new Map<string, RegExp>();

function limitedPattern(source: string, flags: string, backtracks: number): RegExp {
  const key = `${backtracks}/${flags}/${source}`;
  const pattern = compiled.get(key) ?? limited(source, flags, backtracks);
  compiled.set(key, pattern);
  return pattern;
}

/** Of one run, and of all: what takes more counts as endless. */
const [mostBacktracks, mostInAll] = [2 ** 22, 2 ** 24];

export interface RegexWork {
  /** Of all runs together, rounded up; Infinity where one does not end. V8 does not count those of a loop over one class of characters (`\s+`). */
  readonly backtracks: number;
  /** The longest text that a pattern was tried on: what bounds the loops that are not counted. */
  readonly longestText: number;
}

/** What the regular expressions of `body` do: work, not time, so it is the same on every machine, however busy. */
export function regexWork(body: () => unknown): RegexWork {
  const { exec } = RegExp.prototype;
  let [backtracks, longestText] = [0, 0];
  // what String's methods do with a pattern goes through this one method
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    longestText = Math.max(longestText, text.length);
    if (backtracks < Number.POSITIVE_INFINITY) backtracks += backtracksOf(this, text, exec);
    if (backtracks > mostInAll) backtracks = Number.POSITIVE_INFINITY;
    return backtracks === Number.POSITIVE_INFINITY ? null : exec.call(this, text);
  };
  try {
    body();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return { backtracks, longestText };
}

function backtracksOf(
  { source, flags, global, sticky, lastIndex }: RegExp,
  text: string,
  exec: RegExp['exec'],
): number {
  // An empty alternative always matches: a run without a match is one that met the limit. To look further on in the text is part of the work.
  const whole = sticky ? `(?:${source})|` : `[^]*?(?:${source})|`;
  const ownFlags = `${flags.replaceAll('g', '').replaceAll('y', '')}y`;
  for (let most = 64; most <= mostBacktracks; most *= 4) {
    const pattern = limitedPattern(whole, ownFlags, most);
    pattern.lastIndex = global || sticky ? lastIndex : 0;
    if (exec.call(pattern, text) !== null) return most;
  }
  return Number.POSITIVE_INFINITY;
}
