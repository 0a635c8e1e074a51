import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../src/settings/scraper.ts';
import { extract } from '../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from './page.ts';

const read = (body: string, head = '', at?: string) => {
  const reading = extract(
    snapshot(articlePage({ body, head }), at === undefined ? {} : { at }),
    unknownSite('gazette.example'),
  );
  return {
    ...reading,
    body: reading.draft?.body ?? '',
    markdown: reading.draft?.markdown ?? '',
    html: reading.draft?.bodyHtml ?? '',
  };
};
const p = paragraphs.map((paragraph) => `<p>${paragraph}</p>`);

describe('kinds of articles', () => {
  it('a table of data is complete: as lines, as an HTML table, as a Markdown table with its caption', () => {
    const rows = [
      ['Foundations', '4.0', '1.2'],
      ['Courses', '6.5', '6.1'],
      ['Road', '3.0', '1.7'],
    ];
    const table = `<table><caption>Cost of the bridge</caption><thead><tr><th>Part</th><th>Planned</th><th>Spent</th></tr></thead><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
    const { body, markdown, html } = read(`${p[0]}${p[1]}${table}${p[2]}${p[3]}`);
    expect(body).toContain('Cost of the bridge\n\nPart\n\nPlanned\n\nSpent\n\nFoundations\n\n4.0\n\n1.2\n\nCourses');
    expect(html).toContain('<th>Part</th><th>Planned</th>');
    expect(markdown).toContain(
      'Cost of the bridge\n\n| Part | Planned | Spent |\n| --- | --- | --- |\n| Foundations | 4.0 | 1.2 |\n| Courses |',
    );
  });

  it('a layout table is no table of data', () => {
    const layout = `<table><tr><th><a href="/x">Menu of the site</a></th><td>${p.join('')}</td></tr></table>`;
    expect(read(layout).body).toBe(paragraphs.join('\n\n'));
  });

  it('a recipe keeps its ingredients and steps', () => {
    const head = '<script type="application/ld+json">{"@type":"Recipe","name":"Ferry soup"}</script>';
    const recipe = `<p>${paragraphs[3]}</p><h2>Ingredients</h2><ul><li>200 g barley</li><li>2 leeks</li><li>1 l fish stock</li></ul><h2>Method</h2><ol><li>Wash the leeks and cut them into rings as thick as a coin.</li><li>Boil the barley in the stock for forty minutes, until it is soft.</li></ol>`;
    const { pageType, body, markdown } = read(recipe, head, 'https://gazette.example/food/soup');
    expect({ pageType, body }).toEqual({
      pageType: 'article',
      body: expect.stringContaining('200 g barley\n\n2 leeks'),
    });
    expect(markdown).toMatch(/## Ingredients\n\n- +200 g barley\n- +2 leeks\n.*\n\n## Method\n\n1\. +Wash the leeks/);
  });

  it('a live blog is its lead and its posts, in the order of the page, without times', () => {
    const posts = paragraphs.map(
      (text, n) => `<div class="post"><time>1${9 - n}:40</time><h3>Post number ${n}</h3><p>${text}</p></div>`,
    );
    const head =
      '<script type="application/ld+json">{"@type":"LiveBlogPosting","headline":"Harbour bridge reopens after eleven months"}</script>';
    const lead =
      'All that happens on the bridge today, from the first walkers at dawn to the fireworks over the water at night.';
    const { body } = read(`<p>${lead}</p><div class="feed">${posts.join('')}</div>`, head);
    expect(body).toBe([lead, ...paragraphs.flatMap((text, n) => [`Post number ${n}`, text])].join('\n\n'));
  });

  it('captions are text only in a picture series', () => {
    const figures = (count: number) =>
      paragraphs
        .slice(0, count)
        .map((text, n) => `<figure><img src="/g${n}.jpg"><figcaption>${text}</figcaption></figure>`)
        .join('');
    const series = read(`${p[3]}${figures(3)}`);
    expect(series.pageType).toBe('article');
    expect(series.body).toContain(paragraphs[2]);
    expect(series.draft?.images).toHaveLength(3);
    const article = read(`${p.join('')}${figures(1).replace(paragraphs[0] ?? '', 'The bridge in May.')}`);
    expect(article.body).toBe(paragraphs.join('\n\n'));
    expect(article.draft?.images[0]?.caption).toBe('The bridge in May.');
  });

  it('text from right to left is read', () => {
    const arabic =
      'أعيد فتح جسر الميناء صباح الجمعة بعد أحد عشر شهرا من اصطدام بارجة بالدعامة الشمالية وإغلاق الطريق الوحيد بين نصفي المدينة.';
    const html = `<html lang="ar" dir="rtl"><head><title>إعادة فتح جسر الميناء - الجريدة</title></head><body><nav><a href="/1">أخبار</a><a href="/2">رياضة</a></nav><article><h1>إعادة فتح جسر الميناء</h1><p>${arabic}</p><p>${arabic.replace('صباح', 'مساء')}</p><ul><li>\u200fالطريق مفتوح للمشاة</li></ul><p>${arabic.replace('الجمعة', 'السبت')}</p></article></body></html>`;
    const { draft } = extract(snapshot(html), unknownSite('gazette.example'));
    expect(draft).toMatchObject({ title: 'إعادة فتح جسر الميناء', lang: 'ar', pageType: 'article' });
    expect(draft?.body.split('\n\n')).toHaveLength(4);
    expect(draft?.body.startsWith(arabic)).toBe(true);
  });
});
