import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLog } from '../src/log.ts';
import { printable, redactText } from '../src/printable.ts';
import { regexWork } from './support/work/regex-work.ts';

function logTo(level: Parameters<typeof openLog>[0]['level'], json: boolean) {
  const stream = new PassThrough();
  return { log: openLog({ level, stream, json }), text: () => String(stream.read() ?? '') };
}

describe('openLog', () => {
  it('writes one line an outcome: time, level, event, fields', () => {
    const { log, text } = logTo('info', false);
    log.info('page.stored', { url: 'http://x.example/a', ms: 12, reason: null, words: 'two words' });
    expect(text()).toMatch(
      /^\d\d:\d\d:\d\d info {2}page\.stored url=http:\/\/x\.example\/a ms=12 words="two words"\n$/,
    );
  });

  it('writes JSON that a machine reads back', () => {
    const { log, text } = logTo('info', true);
    log.warn('page.failed', { at: new Date(0), error: new Error('lost'), list: [1n] });
    expect(JSON.parse(text())).toMatchObject({
      level: 'warn',
      event: 'page.failed',
      error: 'lost',
      list: ['1'],
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  it('is silent below its level, and altogether when asked', () => {
    const [warn, silent] = [logTo('warn', false), logTo('silent', false)];
    for (const { log } of [warn, silent]) {
      log.info('page.stored');
      log.error('page.failed');
    }
    expect({ matchCount: warn.text().match(/\n/g)?.length, silent: silent.text() }).toEqual({
      matchCount: 1,
      silent: '',
    });
  });

  it('says no secret: by the name of a field, by the look of a text, at any depth', () => {
    const { log, text } = logTo('debug', true);
    log.debug('proxy.used', {
      proxy: 'http://joe:hidden@proxy.example:8080',
      headers: { Cookie: 'hidden', authorization: 'hidden', accept: '*/*' },
      url: 'http://x.example/?token=hidden&a=1',
      deep: [{ apiToken: 'hidden' }],
      error: new Error('Bearer hiddenhidden was refused'),
    });
    const line = text();
    expect(line).not.toContain('hidden');
    expect(line).toContain('http://…@proxy.example:8080');
    expect(line).toContain('a=1');
    expect(line).toContain('*/*');
  });

  it('takes anything, and stays one line without orders to a terminal', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: 'binary' }), (value, words) => {
        for (const json of [true, false]) {
          const { log, text } = logTo('info', json);
          log.info('x', { value, words });
          // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may get through
          expect(text()).toMatch(json ? /^[^\n]*\n$/ : /^[^\u0000-\u001f\u007f-\u009f]*\n$/);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('redactText and printable', () => {
  it.each([
    'http://user:secret@host:7199/',
    'http://user:se@cret@host/',
    "http://user:se'cret@host/",
    'http://user:se/cret@host:7/',
    'http://user:secret@host:99999/',
    'http://:secret@host/',
    'http://user:1234secret@host/',
    'user:secret@host/x',
    'http:user:secret@host:70000',
  ])('take the credentials out of an address as it was typed: %s', (address) => {
    for (const text of [address, `"${address}" is no address.`, `Crawling ${address}. Ctrl-C ends.`])
      expect(redactText(text)).not.toMatch(/se.?cret|cret@/);
  });

  it.each([
    'http://host:7199/@name/a@b',
    'http://[::1]:80/a@b',
    'at 12:30 joe@x.example',
    'mailto:joe@x.example',
    'http://x.example/a:b@c',
    '{"a":"http://x.example","b":"joe@x.example"}',
    '{"a":"http://x.example/","b":"joe@x.example"}',
  ])('leave %s as it is', (text) => expect(redactText(text)).toBe(text));

  it('are idempotent, and leave plain text alone', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(redactText(redactText(text))).toBe(redactText(text));
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
    expect(redactText('mail joe@x.example about http://x.example/a@b?page=2')).toBe(
      'mail joe@x.example about http://x.example/a@b?page=2',
    );
  });

  it.each([
    ['letters', 'a'],
    ['schemes', 'a://'],
    ['colons behind a scheme', 'a://b:'],
    ['ports', 'a://b:1/'],
    ['quoted names', "'a:"],
    ['parameters', '?key='],
    ['words of a bearer', 'bearer '],
    ['addresses of mail', 'a@b'],
  ])('work in proportion to the length of a line of %s', (_, part) => {
    const work = (letters: number) => {
      const { backtracks } = regexWork(() => redactText(part.repeat(letters / part.length)));
      return backtracks / letters;
    };
    expect(work(16_000)).toBeLessThan(1.5 * work(4_000) + 1);
    expect(work(16_000)).toBeLessThan(400);
  });

  it('take the credentials out of a line of a million letters', () => {
    const letters = 'a'.repeat(1_000_000);
    expect(redactText(`${letters} http://joe:pass@x.example/${letters}`)).toBe(
      `${letters} http://…@x.example/${letters}`,
    );
  });
});
