import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeHtml } from '../../../../src/stages/fetch/http/decode.ts';

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

  it('skips a declaration that the bytes contradict', () => {
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

  it.each([
    [
      'windows-1251',
      'Мост через гавань снова открылся в пятницу утром, спустя одиннадцать месяцев после аварии.',
      null,
    ],
    ['koi8-r', 'Мост через гавань снова открылся в пятницу утром, спустя одиннадцать месяцев после аварии.', null],
    ['windows-1253', 'Η γέφυρα του λιμανιού άνοιξε ξανά το πρωί της Παρασκευής, έντεκα μήνες μετά.', 'iso-8859-7'],
    ['windows-1256', 'أعيد فتح جسر الميناء صباح الجمعة بعد أحد عشر شهرا من اصطدام بارجة بالدعامة الشمالية.', null],
    ['windows-1255', 'גשר הנמל נפתח שוב ביום שישי בבוקר, אחד עשר חודשים לאחר שדוברה פגעה בעמוד הצפוני.', null],
    ['windows-1250', 'Most v přístavišti byl znovu otevřen; loď dříve uzavřela jedinou cestu. Žádný šum.', null],
    ['windows-1254', 'Liman köprüsü, bir mavnanın kuzey ayağına çarpıp yolu kapatmasından sonra açıldı.', null],
    ['windows-1252', 'Le pont du port a rouvert vendredi matin, onze mois après qu’une péniche l’eut heurté.', null],
    ['shift_jis', '港の橋は金曜日の朝、はしけが橋脚に衝突してから十一か月ぶりに再び開通した。', null],
    ['euc-jp', '港の橋は金曜日の朝、はしけが橋脚に衝突してから十一か月ぶりに再び開通した。', null],
    ['euc-kr', '항구 다리는 바지선이 북쪽 교각을 들이받은 지 열한 달 만에 금요일 아침 다시 열렸다.', null],
    ['big5', '港口大橋在關閉十一個月之後於週五上午重新開放，約四百名市民步行走過大橋。', null],
  ])('detects %s without any declaration, and against a header of UTF-8', (label, text, same) => {
    const html = `<html><head><script>var words = "of plain English code";</script></head><body class="home"><p>${text}</p></body></html>`;
    const read = decodeHtml(iconv.encode(html, label), {});
    expect(read.html).toBe(html);
    expect([label, same]).toContain(read.encoding);
    expect(decodeHtml(iconv.encode(html, label), { 'content-type': 'text/html; charset=utf-8' }).html).toBe(html);
  });

  it('reads UTF-16 without a mark', () => {
    for (const label of ['utf-16le', 'utf-16be'])
      expect(decodeHtml(iconv.encode(page('', chinese), label), {})).toEqual({
        html: page('', chinese),
        encoding: label,
      });
  });

  it('keeps a page in UTF-8 that is cut off in a character or has a broken one, whatever is declared', () => {
    const cut = Buffer.from(chinese).subarray(0, -1);
    const broken = Buffer.concat([Buffer.from(chinese), Buffer.from([0xe9]), Buffer.from(chinese)]);
    for (const charset of ['utf-8', 'gbk', 'iso-8859-1', 'none']) {
      const headers = { 'content-type': `text/html; charset=${charset}` };
      expect(decodeHtml(cut, headers).html).toBe(`${chinese.slice(0, -1)}\ufffd`);
      expect(decodeHtml(broken, headers).html).toBe(`${chinese}\ufffd${chinese}`);
    }
  });

  it("prefers a page's Chinese encoding to a server's western default", () => {
    const html = page('<meta charset=gb2312>', chinese);
    expect(decodeHtml(iconv.encode(html, 'gbk'), { 'content-type': 'text/html; charset=ISO-8859-1' }).html).toBe(html);
  });

  it('reads a declared encoding with some broken bytes, and another one if none fits', () => {
    const html = page('<meta charset=gb2312>', chinese);
    const [start, end] = [iconv.encode(html, 'gbk'), iconv.encode('</html>', 'gbk')];
    expect(decodeHtml(Buffer.concat([start, Buffer.from([0xff, 0xff]), end]), {}).html).toBe(
      `${html}\ufffd\ufffd</html>`,
    );
    const japanese = page(
      '<meta charset=euc-kr>',
      '港の橋は金曜日の朝、はしけが橋脚に衝突してから再び開通した。'.repeat(3),
    );
    expect(decodeHtml(iconv.encode(japanese, 'shift_jis'), {})).toEqual({ html: japanese, encoding: 'shift_jis' });
  });

  it('reads megabytes of markup that is not closed', () => {
    const body = Buffer.concat([Buffer.from('<script a="'.repeat(200_000)), Buffer.from([0xe9, 0x20, 0xe8])]);
    expect(decodeHtml(body, {}).encoding).toBe('windows-1252');
  });

  it('never throws, whatever the bytes and the labels', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (body, label) => {
        expect(typeof decodeHtml(body, { 'content-type': `text/html; charset=${label}` }).html).toBe('string');
      }),
    );
  });

  it('returns any UTF-8 text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.startsWith('\ufeff') && text.isWellFormed());
        expect(decodeHtml(Buffer.from(text), { 'content-type': 'text/html; charset=utf-8' }).html).toBe(text);
      }),
    );
  });
});
