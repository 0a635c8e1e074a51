import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import pc from 'picocolors';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { ReadPageResult } from '../../../src/app.ts';
import { openProgress, progressLines } from '../../../src/cli/run/progress.ts';
import { formatReport } from '../../../src/cli/run/report.ts';
import { type CliIo, Session } from '../../../src/cli/session.ts';
import { bytesText, durationText } from '../../../src/cli/terminal/amounts.ts';
import { streamLines } from '../../../src/cli/terminal/lines.ts';
import { glyphsOf } from '../../../src/cli/terminal/look.ts';
import { Screen } from '../../../src/cli/terminal/screen.ts';
import { formatTable, lineFit } from '../../../src/cli/terminal/table.ts';
import { readingText } from '../../../src/commands/page/reading-text.ts';
import { type LinksLeftReason, linksLeftReasons } from '../../../src/model/crawl/links-left.ts';
import { printable } from '../../../src/printable.ts';
import type { CrawlProgress } from '../../../src/run/report.ts';
import { at } from '../../storage/records.ts';
import { loadView, now, report } from '../../support/app/fake-app.ts';
import { absentBrowser } from '../../support/crawl-ports.ts';

const progress: CrawlProgress = {
  elapsedMs: 61_000,
  done: 30,
  queued: 60,
  running: 10,
  polls: 3,
  pagesPerSecond: 4.25,
  stored: 20,
  duplicates: 4,
  offTopic: 2,
  failures: 1,
  mediaItems: 3,
  memoryBytes: 300_000_000,
  etaMs: 15_000,
  load: loadView(),
  last: 'http://joe:hidden@x.example/\u001b[2Ja',
};
const plain = pc.createColors(false);
const wide = { columns: 200, glyphs: glyphsOf({}) };
const look = { columns: 80, command: 'crawl', glyphs: glyphsOf({}) } as const;

function sessionOn(isTty: boolean, overrides: Partial<CliIo> = {}) {
  const stream = new PassThrough();
  const never = () => Promise.reject(new Error('not asked for'));
  const io: CliIo = {
    stdin: stream,
    stdout: new PassThrough(),
    stderr: stream,
    env: {},
    cwd: '/',
    invocation: 'newshawk',
    isTty,
    columns: 80,
    clock: { now: () => now },
    openApp: never,
    tryBrowser: never,
    browserMender: { dropUnpacked: async () => [], install: () => Promise.reject(new Error('no download here')) },
    packPackage: never,
    installPackages: never,
    startDemo: never,
    onInterrupt: () => () => {},
    ...overrides,
  };
  return { session: new Session(io), text: () => String(stream.read() ?? '') };
}

describe('the live view', () => {
  it('says what is going on, in lines that fit, without secrets and orders', () => {
    const lines = progressLines(progress, plain, wide);
    expect(lines.join('\n')).toMatch(/30 done {2}10 running {2}60 queued {2}3 sources polled {2}4\.3 pages\/s/);
    expect(lines.join('\n')).toContain(
      'ETA 15s  CPU 94 %, loop p99 21 ms, memory 200.0 MB Node + 100.0 MB browser, 80 % free',
    );
    expect(lines.join('\n')).toContain(
      'browser 4 of 4 (2 wait), fetches 9 of 16, limited by CPU, 1 hosts at rest, 3 free tries',
    );
    expect(lines.at(-1)).toBe('last http://…@x.example/ [2Ja');
  });

  it('says that no browser starts, why, and when the next start is tried', () => {
    const without = { ...progress, load: loadView({ browser: { ...absentBrowser, why: 'killed\u001b[2J' } }) };
    const lines = progressLines(without, plain, wide);
    expect(lines.join('\n')).toMatch(/no browser for 9s \(killed.*; next try in 400ms\)/);
    expect(lines.join('')).not.toContain('\u001b');
    const left = { ...report, ended: 'no-browser' as const, waitingForBrowser: 24, browser: absentBrowser };
    const text = formatReport(left, plain, look);
    expect(text).toMatch(/no browser starts any more.*crawl --resume/);
    expect(text).toMatch(/browser +none for 9s: killed +doctor\n {2}pages that wait for it +24/);
  });

  it('says why nothing is published where no topic matches any article', () => {
    const none = { ...report, published: 0, duplicates: 1, offTopic: 38 };
    expect(formatReport(none, plain, look)).toMatch(
      /All 39 articles are off topic: no topic matches.*\n.*`newshawk export --status off-topic`/,
    );
    for (const some of [
      { published: 1, offTopic: 38 },
      { published: 0, offTopic: 0 },
    ])
      expect(formatReport({ ...report, ...some }, plain, look)).not.toContain('off topic:');
  });

  it('is one block that is redrawn, and gone at the end; log lines go above it', () => {
    const { session, text } = sessionOn(true);
    const view = openProgress(session);
    view.update(progress);
    const height = text().split('\n').length - 1;
    expect(height).toBeGreaterThanOrEqual(5);
    session.screen.logs.write('a log line\n');
    const redrawn = text();
    expect(redrawn.startsWith(`\u001b[${height}A\u001b[0Ja log line\n`)).toBe(true);
    expect(redrawn).toContain('done');
    view.update({ ...progress, elapsedMs: 61_100 });
    expect(text()).toBe(''); // too soon
    view[Symbol.dispose]();
    expect(text()).toBe(`\u001b[${height}A\u001b[0J`);
  });

  it('is a line at the start and one a minute off a terminal, nothing with -q', () => {
    const { session, text } = sessionOn(false);
    const view = openProgress(session);
    for (let second = 0; second <= 150; second++) view.update({ ...progress, elapsedMs: second * 1_000 });
    expect(text().match(/^(?:0ms|1m|2m): /gm)).toHaveLength(3);
    session.options = { json: false, quiet: true, verbose: false };
    openProgress(session).update(progress);
    expect(text()).toBe('');
  });
});

describe('a log that nobody reads', () => {
  it('is left out when a megabyte waits, and counted; what is said is never left out', async () => {
    const written: string[] = [];
    const callbacks: (() => void)[] = [];
    const stream = new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        written.push(text);
        callbacks.push(done);
      },
    });
    const { session } = sessionOn(false, { stderr: stream });
    for (let line = 0; line < 3_000; line++) session.screen.logs.write(`${'x'.repeat(999)}\n`);
    session.say('The end.');
    expect(stream.writableLength).toBeLessThan(1_010_000);
    const flushed = session.screen.flush();
    for (let done = callbacks.shift(); done !== undefined; done = callbacks.shift()) {
      done();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await flushed;
    expect(written.filter((text) => text.startsWith('xxx'))).toHaveLength(1_001);
    expect(written.join('')).toContain('newshawk: 1999 log lines are left out here: stderr was not read.\nThe end.\n');
  });
});

describe('the table at the end', () => {
  it('fits 80 columns whatever the numbers are', () => {
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.nat(1e12),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (pages, bytes, cpuSeconds) => {
          const summary = { ...report.summary, pages, bytes, byWay: { static: pages, browser: pages, api: pages } };
          const text = formatReport({ ...report, summary, cpuSeconds, elapsedMs: pages }, plain, look);
          expect(Math.max(...text.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
        },
      ),
    );
  });

  it('names the hosts that are down, and why', () => {
    const down = (n: number) => ({
      host: `h${n}.example`,
      lastsMs: 61_000,
      probeInMs: 0,
      of: n === 1 ? ('proxy' as const) : ('connection' as const),
      detail: 'no connection: \u001b[31m',
    });
    const outages = Array.from({ length: 7 }, (_, n) => down(n));
    const text = formatReport({ ...report, outages }, plain, look);
    expect(text).toMatch(/host down +h0\.example, for 1m 1s\n +no connection: .*\n/);
    expect(text).toMatch(/no proxy to +h1\.example, for 1m 1s\n/);
    expect(text).toMatch(/hosts down +2 more/);
    expect(text).not.toContain('\u001b');
    expect(formatReport(report, plain, look)).not.toContain('down');
  });

  it('counts the links that became no tasks by the reasons that their visits give', () => {
    for (const reason of Object.keys(linksLeftReasons) as LinksLeftReason[]) {
      const text = formatReport({ ...report, linksLeft: { [reason]: 12_345 } }, plain, { ...look, columns: 120 });
      const line = text.split('\n').filter((one) => /12.345/.test(one));
      expect(line).toEqual([expect.stringMatching(`links left out +12.345 ${linksLeftReasons[reason]} +visits --run`)]);
    }
    const all = formatReport({ ...report, linksLeft: { place: 3, limit: 1, urlPattern: 2 } }, plain, look);
    expect(all).toMatch(
      /links left out +1 beyond a limit(.*\n)+ +2 no articles by their URL.*\n(.*\n)* +3 no articles/,
    );
    expect(formatReport(report, plain, look)).not.toContain('left out');
  });

  it('names the lists that have more than was loaded', () => {
    const list = {
      url: 'http://g.example/\u001b',
      loaded: 34,
      total: 42,
      by: 'scrolled',
      why: '60 s are used up',
    } as const;
    const more = Array.from({ length: 6 }, () => ({ ...list, total: null }));
    const text = formatReport({ ...report, ended: 'incomplete', listsCutShort: [list, ...more] }, plain, look);
    expect(text).toContain('7 lists have more');
    expect(text).toContain('NEWSHAWK_LIST_BUDGET_MS');
    expect(text).toMatch(
      /list cut short +http:\/\/g\.example\/.*\n +it loads more when scrolled: 34 of 42 links; 60 s/,
    );
    expect(text).toMatch(/34 further links/);
    expect(text).toMatch(/lists cut short +2 more/);
    expect(text).not.toContain('\u001b');
    expect(formatReport(report, plain, look)).not.toContain('cut short');
  });

  it('warns of own rules that do not match, ten by name', () => {
    const tally = { lastMatchedAt: null, lastMissedAt: at(1), lastMissedUrl: 'http://g.example/1', reportedAt: null };
    const never = { field: 'byline', what: '.by', tried: 12, matched: 0, missesInARow: 12, ...tally };
    const drifted = { ...never, field: 'waitFor', tried: 43, matched: 40, missesInARow: 3 };
    const rules = [
      { ...drifted, site: 'a.example' },
      ...Array.from({ length: 11 }, () => ({ ...never, site: 'g.example' })),
    ];
    const text = formatReport({ ...report, silentRules: rules }, plain, look);
    expect(text).toMatch(/own rules +12 without a match/);
    expect(text).toContain('waitFor ".by" 40 of 43, none of the last 3');
    expect(text).toContain('byline ".by" 0 of 12');
    expect(text).toContain('explain g.example');
    expect(text).toMatch(/others +2/);
    expect(formatReport(report, plain, look)).not.toContain('own rules');
  });

  it('names what is left: where it waits and since when, and who works on it', () => {
    const a = { host: 'gazette.example', due: 2, waiting: 3, forBrowser: 1, since: at(0), nextAt: at(0) };
    const b = { host: 'herald.example', due: 0, waiting: 1, forBrowser: 0, since: at(1), nextAt: at(90) };
    const leases = [{ owner: 'vm-1:77:9:m', tasks: 4, until: at(62) }];
    const left = { hosts: [a, b], due: 2, waiting: 4, forBrowser: 1, leases };
    const beside = [{ owner: 'vm-1:77:9:m', kind: 'crawl', run: 'run-2' }] as const;
    const text = formatReport({ ...report, ended: 'incomplete', left, beside }, plain, look);
    const lines = text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '));
    for (const line of [
      'incomplete: 1 failed, 2 due on hosts at rest, 4 put off, 4 in work elsewhere',
      '`newshawk crawl --resume` continues',
      'left  10  status',
      'gazette.example  2 due, 2 to be tried again, 1 wait for a browser',
      'since 2026-11-21 08:00 (UTC)',
      'herald.example  1 to be tried again',
      'since 2026-11-21 08:01, next 2026-11-21 09:30 (UTC)',
      'in work  4 at vm-1:77 until 2026-11-21 09:02 (UTC)',
      'at work beside  crawl run-2 of vm-1:77  status',
    ])
      expect(lines).toContain(line);
    const { left: nothing, ...failedOnly } = { ...report, ended: 'incomplete' as const };
    expect(formatReport({ ...failedOnly, left: nothing }, plain, look)).toContain(
      'incomplete: 1 failed\nsee `newshawk failures list`',
    );
  });

  it('counts the failures that are kept, by reason: a drift of own rules has one although its page is stored', () => {
    const failures = [
      { site: 'gazette.example', reason: 'layout-changed', count: 1 },
      { site: 'herald.example', reason: 'timed-out', count: 2 },
      { site: 'herald.example', reason: 'layout-changed', count: 4 },
    ];
    const byOutcome = { stored: 6 };
    const text = formatReport({ ...report, failures, summary: { ...report.summary, byOutcome } }, plain, look);
    expect(text).toMatch(/\nfailures +7 +failures list --run run-1\n {2}layout-changed +5 .*\n {2}timed-out +2 /);
    expect(formatReport({ ...report, failures: [] }, plain, look)).toMatch(/\nfailures +none\n/);
  });

  it('names next to each count the command that shows it, whole', () => {
    const byReason = { 'dropped:robots': 1 };
    const text = formatReport({ ...report, summary: { ...report.summary, byReason } }, plain, look);
    const beside = Object.fromEntries(
      text.split('\n').flatMap((line) => {
        const [, name, command] = /^ *(\S.*?) {2,}\d+ {2}(\S.*)$/.exec(line) ?? [];
        return name === undefined ? [] : [[name, command]];
      }),
    );
    expect(beside).toEqual({
      'stored by this run': 'visits --run run-1 --outcome stored',
      'articles in the store': 'export',
      duplicates: 'export --status duplicate',
      'off-topic': 'export --status off-topic',
      'media items': 'export -f urls',
      failures: 'failures list --run run-1',
      'layout-changed': 'failures list --run run-1 --reason layout-changed',
      'not kept': 'visits --run run-1 --outcome dropped',
      robots: 'visits --run run-1 --reason robots',
    });
    const runId = 'run-'.padEnd(50, '1');
    expect(formatReport({ ...report, runId }, plain, look)).toContain(`\n    visits --run ${runId}\n`);
    expect(formatReport({ ...report, duplicates: 0 }, plain, look)).toMatch(/\nduplicates +0\n/);
  });

  it('shows the share of pages by fetch mode, and what was saved', () => {
    const row = (name: string, summary: Partial<typeof report.summary>): string | undefined =>
      formatReport({ ...report, summary: { ...report.summary, ...summary } }, plain, look)
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length)
        .trim();
    expect(row('fetched', {})).toBe('3 static (50 %), 1 by API (17 %), 2 in a browser (33 %)');
    expect(row('saved', {})).toBe('4 renders, about 2.4 MB');
    const rendered = { byWay: { static: 0, browser: 9, api: 0 } };
    expect(row('fetched', rendered)).toBe('9 in a browser (100 %)');
    expect(row('saved', rendered)).toBeUndefined();
    const rare = { byWay: { static: 0, browser: 1, api: 999 }, bytesByWay: { static: 0, browser: 5, api: 9_999 } };
    expect(row('fetched', rare)).toBe('999 by API (>99 %), 1 in a browser (<1 %)');
    // rendered pages that are smaller: nothing is claimed
    expect(row('saved', rare)).toBe('999 renders');
    const none = { byWay: { static: 0, browser: 0, api: 0 } };
    expect(row('fetched', none)).toBeUndefined();
    expect(row('saved', { byWay: { static: 1, browser: 0, api: 0 } })).toBe('1 render');
  });

  it('says what goes on with what was cut off: `watch` has nothing to resume', () => {
    const cut = { ...report, ended: 'interrupted' } as const;
    expect(formatReport(cut, plain, look)).toContain('`newshawk crawl --resume` continues');
    expect(formatReport(cut, plain, { ...look, command: 'watch' })).toContain('`newshawk watch` continues');
  });

  it('says unknown rather than 0 where the system does not tell', () => {
    expect(formatReport({ ...report, cpuSeconds: null }, plain, look)).toMatch(/cost +unknown/);
  });
});

describe('what was read of a page', () => {
  const draft = {
    title: 'Ferry \u001b[2J\u009b31m',
    body: 'On time\u0007\n\tand שלום\u200f',
    markdown: '',
    bodyHtml: '<p>\u001b]0;x</p>',
  };
  const reading = { reading: { draft }, snapshot: { media: [], noMedia: null } } as unknown as ReadPageResult;

  it('gives a terminal nothing to obey, and keeps lines, tabs and marks of direction', () => {
    const text = (format: 'text' | 'html' | 'md') => readingText(reading, format, { oneLine: false });
    expect(text('text')).toBe('Ferry [2J31m\n\nOn time\n\tand שלום\u200f\n');
    expect(text('html')).toBe('<p>]0;x</p>\n');
    expect(text('md')).toBe('# Ferry [2J31m\n\n\n');
  });
});

/** Each of them a grapheme or word that takes other cells than characters. */
const wideAndNarrow = [
  ['a family', '👨‍👩‍👧‍👦', 2],
  ['a skin tone', '👍🏽', 2],
  ['a flag', '🇩🇪', 2],
  ['a keycap', '1️⃣', 2],
  ['a heart in colour', '❤️', 2],
  ['a combining accent', 'Cafe\u0301', 4],
  ['Devanagari', 'नमस्ते', 3],
  ['Devanagari with spacing signs', 'भारत की', 7],
  ['Chinese', '港口', 4],
  ['Japanese in half width', 'ｶﾞ', 2],
  ['Korean in parts', '\u1112\u1161\u11ab', 2],
] as const;

describe('a table', () => {
  it.each(wideAndNarrow)('gives %s its cells: the next column stands below its title', (_name, text, cells) => {
    const [head = '', row = ''] = formatTable([{ title: 'of ten....' }, { title: 'next' }], [[text, 'x']], 80).split(
      '\n',
    );
    expect(row).toBe(`${text}${' '.repeat(head.indexOf('next') - cells)}x`);
  });

  it.each(wideAndNarrow)('cuts %s between graphemes, and fills the column', (_name, text) => {
    const columns = [{ title: 'a', shrinkTo: 5 }, { title: 'b' }];
    const [, row = ''] = formatTable(columns, [[text.repeat(9), 'x']], 8).split('\n');
    const cut = row.slice(0, row.indexOf('…'));
    const graphemes = Array.from(new Intl.Segmenter().segment(text.repeat(9)), ({ segment }) => segment);
    expect(graphemes.some((_, index) => graphemes.slice(0, index).join('') === cut)).toBe(true);
    expect(row).toMatch(/… {2,3}x$/);
  });

  it('keeps to its width as far as columns may shrink', () => {
    const columns = [{ title: 'id' }, { title: 'address', shrinkTo: 10 }];
    const text = formatTable(
      columns,
      [
        ['1', 'http://x.example/'.repeat(9)],
        ['2', '港'.repeat(60)],
        ['3', '🇩🇪'.repeat(60)],
      ],
      40,
    );
    for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    expect(formatTable(columns, [['1', 'a\nb\u001b[2J']], 80)).toContain('a b [2J');
  });

  it('keeps to its width with any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 40 }), (text, width) => {
        const columns = [{ title: 'a', shrinkTo: 1 }, { title: 'b' }];
        const [, row = ''] = formatTable(columns, [[text, 'x']], width).split('\n');
        expect(stringWidth(row)).toBeLessThanOrEqual(width);
        if (stringWidth(printable(text)) <= width - 3) expect(row).toContain(printable(text));
      }),
    );
  });
});

describe('a line of the live view', () => {
  const shown = (line: string, columns: number): string => {
    const stream = new PassThrough();
    new Screen(stream, () => ({ columns, rows: 24 })).show([line], lineFit);
    return String(stream.read());
  };

  it.each(wideAndNarrow)('has room for %s up to the last cell but one', (_name, text, cells) => {
    expect(shown(text, cells + 1)).toBe(`${text}\n`);
    const cut = shown(`${text}${text}`, cells * 2);
    expect(cut).toContain('…\n');
    expect(stringWidth(cut)).toBeLessThanOrEqual(cells * 2 - 1);
  });

  it('cuts coloured text at the cell, and ends the colour', () => {
    expect(shown(`\u001b[31m${'港'.repeat(9)}\u001b[39m`, 8)).toBe('\u001b[31m港港港…\u001b[39m\n');
  });
});

describe('amounts and lines', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_400_000, '1.4 MB'],
    [3e15, '3000.0 TB'],
  ])('%d bytes', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it('durations', () => {
    expect([12, 1_400, 125_000].map(durationText)).toEqual(['12ms', '1s', '2m 5s']);
  });

  it('gives the lines of a stream however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 7 }),
        async (texts, size) => {
          const lines = texts.map((text) => text.replace(/[\r\n]/g, ''));
          const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const parts = async function* () {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          };
          expect(await Array.fromAsync(streamLines(parts()))).toEqual(lines);
        },
      ),
      { numRuns: 50 },
    );
  });
});
