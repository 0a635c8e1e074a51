import { describe, expect, it } from 'vitest';
import { fetchInModes, type InMode, type Subject } from '../../../src/crawl/fetch/fetch-modes.ts';
import type { ModeChoice } from '../../../src/crawl/fetch/format-evidence.ts';
import { NewshawkError } from '../../../src/errors.ts';
import type { Page } from '../../../src/model/page/page.ts';

interface Text {
  readonly page: Page;
  readonly words: number;
}

const text = (words: number): Text => ({ page: { bytes: words } as Page, words });

/** Something that one mode may give more of than the other. An error is thrown as the fetch would; a text says that there is nothing to read. */
function openSubject(given: { readonly plain: Text | Error | string; readonly rendered: Text | Error | string }) {
  const log: string[] = [];
  const subject: Subject<Text, string> = {
    isLearning: false,
    byApi: null,
    fallbackErrors: ['blocked'],
    open: async (mode) => {
      const found = mode === 'static' ? given.plain : given.rendered;
      log.push(mode);
      if (found instanceof Error) throw found;
      const close = { [Symbol.asyncDispose]: async () => void log.push(`close ${mode}`) };
      if (typeof found === 'string') return { ...close, ended: found, page: text(0).page, steps: [] };
      return { ...close, read: found, live: null, steps: [], expansion: null, finding: {} };
    },
    describeFailure: ({ message }) => message,
    isWhole: () => false,
    shortfall: ({ words }) => (words < 10 ? `${words} words` : null),
    isCutShort: () => false,
    compare: (plain, rendered) => {
      if ('failure' in rendered) return { result: 'browser-lacks', detail: rendered.failure };
      const before = 'failure' in plain ? 0 : plain.words;
      return { result: before === rendered.words ? 'same' : 'differs', detail: '' };
    },
    finding: (compared) => ({ staticGave: compared?.result === 'same', comparison: null }),
    betterStatic: async (plain, rendered) => (plain.read.words > rendered.words ? plain : null),
    withPlayer: async () => null,
    keepsRendered: (compared) => compared?.result === 'differs',
    describeComparison: (compared) => `${compared?.result}`,
    keep: async ({ read }: InMode<Text>) => {
      log.push(`keep ${read.words}`);
      return read;
    },
  };
  const fetchBy = (ways: ModeChoice['ways']) => fetchInModes(subject, { ways } as ModeChoice);
  return { log, fetchBy };
}

describe('fetchInModes', () => {
  it('asks no browser where the static fetch gives enough', async () => {
    const { log, fetchBy } = openSubject({ plain: text(20), rendered: text(20) });
    expect(await fetchBy('static-first')).toMatchObject({ result: { words: 20 }, staticGave: true, ranScripts: false });
    expect(log).toEqual(['static', 'keep 20', 'close static']);
  });

  it('falls back to the browser, and keeps its page while it is open', async () => {
    const { log, fetchBy } = openSubject({ plain: text(3), rendered: text(20) });
    const fetched = await fetchBy('static-first');
    expect(fetched).toMatchObject({ outcome: 'fell back to the browser: 3 words', otherBytes: 3, ranScripts: true });
    expect(log).toEqual(['static', 'browser', 'keep 20', 'close browser', 'close static']);
  });

  it('keeps the static page after a fallback where that is the better one', async () => {
    const { fetchBy } = openSubject({ plain: text(3), rendered: text(1) });
    expect((await fetchBy('static-first')).result).toMatchObject({ words: 3 });
  });

  it('falls back from a wall, but not where only a static fetch is allowed', async () => {
    const wall = new NewshawkError('blocked', 'a wall');
    const { fetchBy } = openSubject({ plain: wall, rendered: text(20) });
    expect(await fetchBy('both')).toMatchObject({ outcome: 'fell back to the browser: a wall', otherBytes: 0 });
    await expect(fetchBy('static')).rejects.toBe(wall);
  });

  it("keeps the static page of two that are the same, and the browser's of two that differ", async () => {
    const same = openSubject({ plain: text(20), rendered: text(20) });
    expect(await same.fetchBy('both')).toMatchObject({ outcome: 'same', otherBytes: 20 });
    expect(same.log).toEqual(['static', 'browser', 'keep 20', 'close browser', 'close static']);
    const other = openSubject({ plain: text(20), rendered: text(30) });
    expect((await other.fetchBy('both')).result).toMatchObject({ words: 30 });
  });

  it('keeps the static page where a comparison fails, and says nothing of the format where no browser is there', async () => {
    const slow = openSubject({ plain: text(20), rendered: new NewshawkError('timed-out', 'too slow') });
    expect(await slow.fetchBy('both')).toMatchObject({ result: { words: 20 }, outcome: 'browser-lacks' });
    const none = openSubject({ plain: text(20), rendered: new NewshawkError('no-browser', 'none') });
    expect(await none.fetchBy('both')).toMatchObject({ staticGave: null, outcome: 'not compared: none' });
    const bug = openSubject({ plain: text(20), rendered: new NewshawkError('bug', 'a bug') });
    await expect(bug.fetchBy('both')).rejects.toThrow('a bug');
  });

  it('ends with the first answer that is nothing to read', async () => {
    const { log, fetchBy } = openSubject({ plain: 'unchanged', rendered: text(20) });
    expect((await fetchBy('both')).result).toBe('unchanged');
    expect(log).toEqual(['static', 'close static']);
  });

  it('renders what has no API that may be used', async () => {
    const { log, fetchBy } = openSubject({ plain: text(20), rendered: text(20) });
    await fetchBy('api');
    expect(log[0]).toBe('browser');
  });
});
