import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeHtml } from '../../../src/stages/fetch/decode.ts';

const page = (meta: string, text: string) => `<html><head>${meta}<title>${text}</title></head></html>`;
const chinese = '新闻标题：今天的天气很好，大家都去公园散步了。';

describe('decodeHtml', () => {
  it.each([
    ['gb2312', chinese, 'gb18030'],
    ['gbk', '朱镕基', 'gb18030'],
    ['big5', '新聞標題', 'big5'],
    ['shift_jis', '日本語の記事', 'shift_jis'],
    ['euc-kr', '한국어 기사', 'euc-kr'],
    ['windows-1251', 'Новости дня', 'windows-1251'],
    ['iso-8859-1', 'Café à Genève', 'windows-1252'],
  ])('reads %s by header and by meta', (label, text, encoding) => {
    const inMeta = page(`<meta http-equiv="Content-Type" content="text/html; charset=${label}">`, text);
    const body = iconv.encode(page('', text), label);
    expect(decodeHtml(body, { 'content-type': `text/html; charset="${label}"` })).toEqual({
      html: page('', text),
      encoding,
    });
    expect(decodeHtml(iconv.encode(inMeta, label), { 'content-type': 'text/html' })).toEqual({
      html: inMeta,
      encoding,
    });
  });

  it('passes over a declaration that the bytes contradict', () => {
    const says = (label: string) => ({ 'content-type': `text/html; charset=${label}` });
    expect(decodeHtml(Buffer.from(chinese), says('gbk')).html).toBe(chinese);
    expect(decodeHtml(Buffer.from(chinese), says('no-such')).html).toBe(chinese);
    const meta = page('<meta charset=gbk>', chinese);
    expect(decodeHtml(iconv.encode(meta, 'gbk'), says('utf-8')).html).toBe(meta);
  });

  it('reads marks, UTF-16, and undeclared text', () => {
    expect(decodeHtml(Buffer.from(`\ufeff${chinese}`), {}).html).toBe(chinese);
    expect(decodeHtml(iconv.encode(chinese, 'utf-16le', { addBOM: true }), {})).toEqual({
      html: chinese,
      encoding: 'utf-16le',
    });
    for (const label of ['utf-16le', 'utf-16be'])
      expect(
        decodeHtml(iconv.encode(page('', chinese), label), { 'content-type': `text/html; charset=${label}` }),
      ).toEqual({
        html: page('', chinese),
        encoding: label,
      });
    expect(decodeHtml(Buffer.from(page('', 'plain')), { 'content-type': 'text/html; charset=utf-16' }).html).toBe(
      page('', 'plain'),
    );
    expect(decodeHtml(Buffer.from(chinese), {}).encoding).toBe('utf-8');
    expect(decodeHtml(iconv.encode(page('', chinese), 'gbk'), {})).toEqual({
      html: page('', chinese),
      encoding: 'gb18030',
    });
    expect(decodeHtml(iconv.encode('Café', 'latin1'), {}).html).toBe('Café');
  });

  it('never throws, whatever the bytes and the labels', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (body, label) => {
        expect(typeof decodeHtml(body, { 'content-type': `text/html; charset=${label}` }).html).toBe('string');
      }),
    );
  });

  it('gives back any UTF-8 text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.startsWith('\ufeff') && text.isWellFormed());
        expect(decodeHtml(Buffer.from(text), { 'content-type': 'text/html; charset=utf-8' }).html).toBe(text);
      }),
    );
  });
});
