import { PassThrough } from 'node:stream';
import xterm from '@xterm/headless';
import pc from 'picocolors';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { progressLines } from '../../../src/cli/run/progress.ts';
import { formatReport } from '../../../src/cli/run/report.ts';
import { type CliIo, Session } from '../../../src/cli/session.ts';
import { colorsOf, glyphsOf } from '../../../src/cli/terminal/look.ts';
import { Screen } from '../../../src/cli/terminal/screen.ts';
import { formatTable, lineFit } from '../../../src/cli/terminal/table.ts';
import type { CrawlProgress } from '../../../src/run/report.ts';
import { loadView, now, report } from '../../support/app/fake-app.ts';

const plain = pc.createColors(false);
const progress: CrawlProgress = {
  elapsedMs: 3_661_000,
  done: 1_234_567,
  queued: 7_654_321,
  running: 128,
  polls: 4_711,
  pagesPerSecond: 123.45,
  stored: 345_678,
  duplicates: 98_765,
  offTopic: 54_321,
  failures: 4_321,
  mediaItems: 12_345,
  memoryBytes: 3e9,
  etaMs: 86_400_000,
  load: loadView(),
  last: 'stored https://binhai-ribao.example/港口/深水泊位🚢开通',
};
const texts = [
  '港口新闻：深水泊位今日开通',
  '🚢🇳🇴👩‍🔧 ferries',
  'café à la crème',
  'ｆｕｌｌｗｉｄｔｈ',
  'عنوان',
  '한국어 기사 제목',
];

describe('the live view', () => {
  it.each([20, 40, 80, 200])('fits %i columns, and loses no number', (columns) => {
    const lines = progressLines(progress, plain, { columns, glyphs: glyphsOf({}) });
    for (const line of lines.slice(0, -1)) if (columns >= 40) expect(stringWidth(line)).toBeLessThan(columns);
    const text = lines.join(' ');
    for (const part of [
      '1 234 567 done',
      '128 running',
      '7 654 321 queued',
      '4 711 sources polled',
      '123.5 pages/s',
      '345 678 stored',
      '4 321 failures',
      'ETA 1d',
    ])
      expect(text).toContain(part);
  });

  it('draws with ASCII where the locale has no UTF-8', () => {
    const inLocale = (env: Record<string, string>) =>
      progressLines(progress, plain, { columns: 80, glyphs: glyphsOf(env) })[0];
    expect(inLocale({ LANG: 'C' })).toMatch(/^#+-+ /);
    expect(inLocale({ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' })).toMatch(/^#+-+ /);
    expect(inLocale({ LANG: 'C', LC_ALL: 'C.UTF-8' })).toMatch(/^█+░+ /);
    expect(inLocale({ LANG: 'zh_CN.utf8' })).toMatch(/^█+░+ /);
    expect(inLocale({})).toMatch(/^█+░+ /);
    expect(inLocale({ TERM: 'linux', LANG: 'C.UTF-8' })).toMatch(/^#+-+ /);
    const table = formatReport(report, plain, { columns: 40, command: 'crawl', glyphs: glyphsOf({ LANG: 'C' }) });
    expect(table).not.toMatch(/[─…]/);
    expect(table.split('\n')[0]).toMatch(/^-+$/);
  });
});

describe('a table of Chinese, emoji and others', () => {
  it.each([40, 80, 200])('has its columns at the same cells in %i columns', (columns) => {
    const text = formatTable(
      [{ title: 'title', shrinkTo: 8 }, { title: 'n' }],
      texts.map((title, at) => [`${title} ${title}`, `<${at}>`]),
      columns,
    );
    const places = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => stringWidth(line.slice(0, line.lastIndexOf('<'))));
    expect(new Set(places).size).toBe(1);
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
  });
});

/** A real terminal's screen, after these writes. */
async function screenOf(terminal: xterm.Terminal, text: string): Promise<string[]> {
  await new Promise<void>((resolve) => terminal.write(text.replaceAll('\n', '\r\n'), resolve));
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, at) => active.getLine(at)?.translateToString(true) ?? '').filter(
    (line) => line !== '',
  );
}

describe('a terminal that changes its size', () => {
  it('shows the block once after it became narrower, and after it became wider', async () => {
    const terminal = new xterm.Terminal({ cols: 100, rows: 30, allowProposedApi: true });
    const stream = new PassThrough();
    const screen = new Screen(stream, () => ({ columns: terminal.cols, rows: terminal.rows }));
    const draw = (): Promise<string[]> => {
      screen.show(progressLines(progress, plain, { columns: terminal.cols, glyphs: glyphsOf({}) }), lineFit);
      return screenOf(terminal, String(stream.read()));
    };
    await draw();
    for (const columns of [50, 40, 120, 60]) {
      terminal.resize(columns, 30);
      const lines = await draw();
      expect({ columns, lineCount: lines.filter((line) => line.includes('done')).length }).toEqual({
        columns,
        lineCount: 1,
      });
      expect({ columns, lineCount: lines.filter((line) => line.includes('ETA')).length }).toEqual({
        columns,
        lineCount: 1,
      });
    }
    screen.clear();
    expect(await screenOf(terminal, String(stream.read()))).toEqual([]);
  });

  it('shows the first lines where it has few rows, and does not scroll at each drawing', async () => {
    const terminal = new xterm.Terminal({ cols: 60, rows: 3, allowProposedApi: true, scrollback: 100 });
    const stream = new PassThrough();
    const screen = new Screen(stream, () => ({ columns: 60, rows: 3 }));
    for (let at = 0; at < 5; at++) {
      screen.show(progressLines(progress, plain, { columns: 60, glyphs: glyphsOf({}) }), lineFit);
      await screenOf(terminal, String(stream.read()));
    }
    expect(terminal.buffer.active.baseY).toBe(0);
    expect((await screenOf(terminal, '')).filter((line) => line.includes('done'))).toHaveLength(1);
  });
});

describe('colours', () => {
  const isOn = (env: Record<string, string>, isTerminal: boolean): boolean =>
    colorsOf(env, isTerminal).isColorSupported;

  it('are on a terminal only, follow NO_COLOR, FORCE_COLOR and a dumb terminal', () => {
    expect([isOn({}, true), isOn({}, false)]).toEqual([true, false]);
    expect([isOn({ NO_COLOR: '1' }, true), isOn({ NO_COLOR: '', TERM: 'xterm' }, true)]).toEqual([false, true]);
    expect([isOn({ FORCE_COLOR: '1' }, false), isOn({ FORCE_COLOR: '0' }, true)]).toEqual([true, false]);
    expect([isOn({ FORCE_COLOR: '1', NO_COLOR: '1' }, true), isOn({ TERM: 'dumb' }, true)]).toEqual([false, false]);
  });

  it('of data follow stdout, of messages stderr: a pipe gets none although stderr is a terminal', () => {
    const io = {
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: {},
      isTty: true,
      columns: 80,
      clock: { now: () => now },
    };
    const session = new Session(io as unknown as CliIo);
    expect({
      colorsIsColorSupported: session.colors.isColorSupported,
      messageColorsIsColorSupported: session.messageColors.isColorSupported,
    }).toEqual({ colorsIsColorSupported: false, messageColorsIsColorSupported: true });
  });
});
