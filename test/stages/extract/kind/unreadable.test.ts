import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { siteFor } from '../../../../src/config-files/load-scrapers.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { decodeHtml } from '../../../../src/stages/fetch/http/decode.ts';
import { snapshot } from '../page.ts';

interface Language {
  readonly text: string;
  readonly encodings: readonly string[];
}

const languages: Readonly<Record<string, Language>> = {
  en: {
    text: 'The harbour bridge opened again on Friday morning, eleven months after a barge had struck its northern pier. “It is a relief,” the mayor said – the café’s owners agreed.',
    encodings: ['utf-8', 'windows-1252'],
  },
  fr: {
    text: 'Le pont du port a rouvert vendredi matin, onze mois après qu’une péniche l’eut heurté. La réparation a coûté neuf millions, a indiqué la mairie, où l’on se félicite des délais tenus.',
    encodings: ['utf-8', 'windows-1252'],
  },
  ru: {
    text: 'Мост через гавань снова открылся в пятницу утром, спустя одиннадцать месяцев после аварии. Ремонт обошёлся в девять миллионов, сообщили в мэрии. Паром будет ходить ещё две недели.',
    encodings: ['utf-8', 'windows-1251', 'koi8-r'],
  },
  zh: {
    text: '港口大桥在关闭十一个月之后于周五上午重新开放，约四百名市民步行走过大桥。市政府表示，修复工程耗资九百万，比预计少三分之一。渡轮将继续运行两周。',
    encodings: ['utf-8', 'gbk'],
  },
  ja: {
    text: '港の橋は金曜日の朝、はしけが橋脚に衝突してから十一か月ぶりに再び開通した。市によると、修理費用は九百万円で、予想より三分の一少なかった。フェリーはあと二週間運航される。',
    encodings: ['utf-8', 'shift_jis', 'euc-jp'],
  },
};

/** Wrong declarations: defaults of web servers, a similar encoding, the page's earlier encoding. */
const wrong: Readonly<Record<string, readonly string[]>> = {
  en: ['windows-1251', 'gbk'],
  fr: ['windows-1251', 'utf-8'],
  ru: ['iso-8859-1', 'utf-8', 'koi8-r', 'windows-1251'],
  zh: ['iso-8859-1', 'utf-8', 'windows-1251', 'big5'],
  ja: ['iso-8859-1', 'utf-8', 'windows-1251', 'big5'],
};

const pageOf = (text: string, head = ''): string =>
  `<!doctype html><html><head>${head}<title>2026</title></head><body><article><h1>2026</h1><time datetime="2026-11-20">2026</time>${`<p>${text}</p>\n`.repeat(8)}</article></body></html>`;

/** A fixed pseudo-random sequence of numbers from 0 to 1. */
function sequence(): () => number {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Replaces a random share of the text's bytes by random ones beyond ASCII; the markup stays. */
function damaged(page: Buffer, share: number): Buffer {
  const chance = sequence();
  const [start, end] = [page.indexOf('<p>'), page.indexOf('</article>')];
  return page.map((byte, at) => {
    const isHit = chance() < share && at > start && at < end && !'</p>\n'.includes(String.fromCharCode(byte));
    return isHit ? 0x80 + Math.floor(chance() * 0x80) : byte;
  }) as Buffer;
}

function reading(bytes: Uint8Array, contentType: string) {
  const headers = { 'content-type': contentType };
  return extract(snapshot('', { headers, ...decodeHtml(bytes, headers) }), siteFor([], 'gazette.example'));
}

interface Case {
  readonly language: string;
  readonly encoding: string;
  readonly declared: string;
  readonly where: 'header' | 'meta';
}

function bytesOf({ language, encoding, declared, where }: Case, share: number): { bytes: Buffer; type: string } {
  const label = declared === '' ? '' : `charset=${declared}`;
  const page = pageOf(languages[language]?.text ?? '', where === 'meta' && label !== '' ? `<meta ${label}>` : '');
  const type = where === 'header' && label !== '' ? `text/html; ${label}` : 'text/html';
  return { bytes: damaged(iconv.encode(page, encoding), share), type };
}

const cases = Object.entries(languages).flatMap(([language, { encodings }]) =>
  encodings.flatMap((encoding) =>
    ['', encoding, ...(wrong[language] ?? [])].flatMap((declared) =>
      (['header', 'meta'] as const).map((where): Case => ({ language, encoding, declared, where })),
    ),
  ),
);

describe('a text whose bytes are damaged or whose encoding is not the declared one', () => {
  it.each(cases)('is read: $language in $encoding, "$declared" in the $where', (page) => {
    const { bytes, type } = bytesOf(page, 0);
    expect(reading(bytes, type).draft?.body).toContain(languages[page.language]?.text);
  });

  it.each(cases)(
    'stays an article with one bad byte in a hundred: $language in $encoding, "$declared" in the $where',
    (page) => {
      // in EUC-JP a lost byte shifts all bytes up to the next ASCII character
      for (const share of page.encoding === 'euc-jp' ? [0.001] : [0.001, 0.01]) {
        const { bytes, type } = bytesOf(page, share);
        expect(reading(bytes, type)).toMatchObject({ reason: null, pageType: 'article' });
      }
    },
  );

  it.each(cases)(
    'is no article with every second byte bad: $language in $encoding, "$declared" in the $where',
    (page) => {
      const { bytes, type } = bytesOf(page, 0.5);
      const { draft, reason, detail } = reading(bytes, type);
      expect({ draft, reason, detail }).toEqual({
        draft: null,
        reason: 'not-an-article',
        detail: expect.stringMatching(/^the text is unreadable: \d+ % of its characters/),
      });
    },
  );

  it.each([
    [
      'UTF-8 that was read as windows-1252 and stored so',
      iconv.decode(Buffer.from(languages.ru?.text ?? ''), 'windows-1252'),
    ],
    [
      'windows-1251 that was read as Latin-1 and stored so',
      iconv.decode(iconv.encode(languages.ru?.text ?? '', 'windows-1251'), 'latin1'),
    ],
    [
      'GBK that was read as Latin-1 and stored so',
      iconv.decode(iconv.encode(languages.zh?.text ?? '', 'gbk'), 'latin1'),
    ],
    ['replacement characters where letters were', (languages.ru?.text ?? '').replace(/\p{Ll}/gu, '\ufffd')],
  ])('is no article: %s', (_what, text) => {
    const { draft, detail } = reading(Buffer.from(pageOf(text)), 'text/html; charset=utf-8');
    expect(draft).toBeNull();
    expect(detail).toMatch(/^the text is unreadable/);
  });

  it('is no article: binary data that is served as HTML', () => {
    const chance = sequence();
    const noise = Buffer.from(Array.from({ length: 20_000 }, () => Math.floor(chance() * 256)));
    const inPage = Buffer.concat([Buffer.from('<article><h1>2026</h1><p>'), noise, Buffer.from('</p></article>')]);
    for (const bytes of [noise, inPage])
      for (const type of ['text/html', 'text/html; charset=utf-8', 'text/html; charset=gbk'])
        expect(reading(bytes, type)).toMatchObject({ draft: null, detail: expect.stringMatching(/unreadable/) });
  });

  it('stays an article with a few lost accents, and with unusual characters in names and quotations', () => {
    const { text } = languages.fr ?? { text: '' };
    const lost = text.replace(/é/g, '\ufffd');
    const names = `${text} L’iPhone de McDonald, “À la une», SPIEGEL-Größe „Spaß“, naïve 20°C, l·l, CAFÉ» и Москва, 朱镕基.`;
    for (const body of [lost, names])
      expect(reading(Buffer.from(pageOf(body)), 'text/html; charset=utf-8').draft?.body).toContain(body.slice(0, 60));
  });

  it('writes the encoding to the trace if it is not the declared one', () => {
    const { text } = languages.ru ?? { text: '' };
    const bytes = iconv.encode(pageOf(text), 'windows-1251');
    const traceOf = (type: string) => reading(bytes, type).trace.filter(({ rule }) => rule === 'encoding');
    expect(traceOf('text/html; charset=iso-8859-1')).toEqual([
      { rule: 'encoding', why: 'read as windows-1251: the declared iso-8859-1 does not fit its bytes' },
    ]);
    expect(traceOf('text/html')).toEqual([{ rule: 'encoding', why: 'read as windows-1251: nothing is declared' }]);
    expect(traceOf('text/html; charset=cp1251')).toEqual([]);
  });
});
