import { describe, expect, it } from 'vitest';
import { authorsOf } from './authors-of.ts';

const sentence = '港口委员会周一表示，在审计报告公布之前，将推迟对新桥的表决，主席这样说。';
const body = (end: string) => `${`<p>${sentence.repeat(3)}</p>`.repeat(4)}${end}`;

/** In the line under the headline, which names the outlet, too. */
const besideOutlet = (line: string) =>
  authorsOf({ byline: `<p>2026年11月20日 09:30 来源：城市报 ${line}</p>`, body: body('') });
const atEnd = (line: string) => authorsOf({ byline: '<p>2026年11月20日 09:30</p>', body: body(line) });

describe('authors of Chinese pages', () => {
  it.each([
    ['作者：王小明', ['王小明']],
    ['作者: 王小明 李华', ['王小明', '李华']],
    ['作者丨王小明', ['王小明']],
    ['文｜王小明', ['王小明']],
    ['撰文：王小明', ['王小明']],
    ['撰文／王小明', ['王小明']],
    ['采写：王小明、李华', ['王小明', '李华']],
    ['记者：王小明', ['王小明']],
    ['本报记者 王小明 李华', ['王小明', '李华']],
    ['城市报记者 王小明', ['王小明']],
    ['〔記者王小明／台北報導〕', ['王小明']],
    ['記者李華台北報導', ['李華']],
    ['作者：让·杜邦', ['让·杜邦']],
    ['责任编辑：王小明', ['王小明']],
    ['责任编辑：', []],
    ['编辑：', []],
    ['图片来源：视觉中国', []],
  ])('reads %s next to the outlet', (line, names) => expect(besideOutlet(line)).toEqual(names));

  it.each([
    ['<p>（记者 王小明）</p>', ['王小明']],
    ['<p>（本报记者王小明、李华）</p>', ['王小明', '李华']],
    ['<p>（中央社記者王小明台北1日電）</p>', ['王小明']],
    ['<p>（王小明 北京报道）</p>', ['王小明']],
    ['<p>（王小明）</p>', ['王小明']],
    ['<p>本报记者欧阳小明发自北京</p>', ['欧阳小明']],
    [`<p>${sentence}（王小明）</p>`, ['王小明']],
    ['<p>（完）</p>', []],
    ['<p>（资料图）</p>', []],
    [`<p>${sentence}（新华社）</p>`, []],
    ['<p>【编辑:王小明】</p>', ['王小明']],
    ['<p>责任编辑：王小明_NB12345</p>', ['王小明']],
    ['<p>(责编：王小明、李华)</p>', ['王小明', '李华']],
    ['<p>作者：李华　编辑：王小明</p>', ['李华']],
    ['<p>责任编辑：王小明　记者：李华</p>', ['李华']],
    ['<p>来源：王小明</p>', ['王小明']],
    ['<p>来源：城市晚报</p>', []],
    ['<p>作者：王 明：北部大学，北京</p>', ['王明']],
    ['<p>作者简介：港口委员会的前任主席。</p>', []],
    ['<p>编辑部欢迎来稿。</p>', []],
  ])('reads %s at the end of the text', (line, names) => expect(atEnd(line)).toEqual(names));
});
