import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const site = unknownSite('gazette.example');
const read = (html: string) => extract(snapshot(html), site, { draftAlways: true });
const confidenceOf = (html: string) => read(html).draft?.provenance.body?.confidence ?? 0;

const harbour = paragraphs.map((text) => `<p>${text}</p>`);
const post = (title: string) =>
  `<div class="post"><h2>${title}</h2>${harbour.map((text) => text.replaceAll('bridge', title)).join('')}</div>`;

describe('the confidence of a generic body', () => {
  it('is high on a clean page in each language', () => {
    const german = [
      'Die Brücke am Hafen ist seit Freitag wieder offen, elf Monate nachdem ein Lastkahn den nördlichen Pfeiler gerammt und die einzige Straße zwischen den beiden Stadtteilen gesperrt hatte.',
      'Rund vierhundert Menschen gingen hinüber, bevor der erste Bus fahren durfte, einige von ihnen mit den Laternen, die sie im Winter auf der Fähre gebraucht hatten.',
      'Die Reparatur hat nach Angaben der Stadt neun Millionen gekostet, ein Drittel weniger als befürchtet, weil die Fundamente heil geblieben waren und nur die oberen Lagen erneuert werden mussten.',
      'Die Fähre verkehrt noch zwei Wochen, danach geht ihre Mannschaft auf das Museumsschiff, wo Besucher von ihr hören sollen, wie der Winter auf dem Wasser war.',
    ];
    const chinese = [
      '港口大桥星期五上午重新开放，十一个月前一艘驳船撞上了北侧桥墩，切断了连接城市两岸的唯一道路。',
      '第一辆公共汽车放行之前，大约四百人步行过桥，有些人还提着冬天在渡船上用过的灯笼。',
      '市政府表示，维修费用为九百万元，比预计少三分之一，因为地基完好，只需重建上部。',
      '渡船还将运行两个星期，之后六名船员会到博物馆的船上工作，向参观者讲述水上的那个冬天。',
    ];
    for (const texts of [german, chinese]) {
      const body = texts.map((text) => `<p>${text}</p>`).join('');
      expect(confidenceOf(articlePage({ body }))).toBeGreaterThan(0.9);
    }
    expect(confidenceOf(articlePage())).toBeGreaterThan(0.95);
  });

  it('is lower on a page of several posts than on each alone', () => {
    const posts = ['bridge', 'ferry', 'museum', 'harbour', 'lantern'].map(post);
    const page = (text: string) => `<title>News</title><body><div id="main">${text}</div></body>`;
    expect(confidenceOf(page(posts.join('')))).toBeLessThan(confidenceOf(page(posts[0] ?? '')));
  });

  it('is low where only fragments look like text', () => {
    const cells = Array.from({ length: 40 }, (_, at) => `<td><a href="/${at}">Boat ${at}</a></td><td>${at} tons</td>`);
    const page = `<title>Boats</title><body><h1>Boats</h1><table><tr>${cells.join('</tr><tr>')}</tr></table><p>Updated daily.</p></body>`;
    expect(confidenceOf(page)).toBeLessThan(0.3);
  });

  it('is the same for the same page, and traced with its doubts', () => {
    const [first, second] = [read(articlePage()), read(articlePage())];
    expect(first.draft?.provenance.body).toEqual(second.draft?.provenance.body);
    const why = first.trace.find(({ rule }) => rule === 'confidence')?.why ?? '';
    expect(Number.parseFloat(why)).toBeCloseTo(first.draft?.provenance.body?.confidence ?? 0, 2);
  });

  it('is not computed for a body that a script names', () => {
    const own = { ...site, fields: { body: () => `<p>${paragraphs.join(' ')}</p>` } };
    const { draft, signals } = extract(snapshot(articlePage()), own);
    expect({ body: draft?.provenance.body, signals }).toEqual({
      body: { by: 'scraper', confidence: 0.97 },
      signals: null,
    });
  });
});
