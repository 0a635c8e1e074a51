import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../../src/model/page/snapshot.ts';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import type { Block } from '../../../../src/stages/extract/page/blocks.ts';
import { geometryOf } from '../../../../src/stages/extract/page/page-geometry.ts';
import { readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import {
  findLayoutOutliers,
  type LayoutOutliers,
  noOutliers,
} from '../../../../src/stages/extract/text/layout-outliers.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const text = paragraphs.join('\n\n');
/** The text's column is 600 px wide from 100 on, its letters have 18 px. */
const block = paragraphs.map((line, at) => `<p data-g="100,${200 + at * 100},600,90,18">${line}</p>`).join('');
const note = 'The Gazette keeps a list of all bridges of the town, with their years and their builders.';

const nothing = { beside: [], small: [], headings: [] };
const documentOf = (body: string): string => articlePage({ body }).replace('<html', '<html data-g="1280"');
/** Paragraphs are text for sure, notes are so likely. */
function oddIn(body: string, likely = 0.7): Readonly<Record<keyof LayoutOutliers, readonly string[]>> {
  const tree = readPageTree(parsePage(documentOf(body)).document.documentElement);
  const chosen = tree.blocks.filter(({ element }) => element.closest('.story') !== null);
  const odd = findLayoutOutliers(chosen, geometryOf(tree), (one) => (paragraphs.includes(one.text) ? 0.97 : likely));
  const texts = (blocks: ReadonlySet<Block>) => [...blocks].map((one) => one.text);
  return { beside: texts(odd.beside), small: texts(odd.small), headings: texts(odd.headings) };
}
const bodyOf = (body: string, via: Snapshot['via'] = 'browser') =>
  extract(snapshot(documentOf(body), { via }), unknownSite('gazette.example')).draft?.body;

describe('findLayoutOutliers', () => {
  const inBox = (place: string) => `${block}<div><p data-g="${place}">${note}</p></div>`;

  it('finds what stands next to the column, unless the model is sure of it', () => {
    expect(oddIn(inBox('760,300,300,80,18'))).toEqual({ ...nothing, beside: [note] });
    expect(oddIn(inBox('760,300,300,80,18'), 0.96).beside).toEqual([]);
  });

  it('keeps what goes over the column and more, floats in it, or stands in one box with the paragraphs', () => {
    expect(oddIn(inBox('40,300,1000,80,18')).beside).toEqual([]);
    expect(oddIn(inBox('620,300,280,80,18')).beside).toEqual([]);
    expect(oddIn(`${block}<h2 data-g="760,300,300,80,18">${note}</h2>`).beside).toEqual([]);
  });

  it('says nothing where the text stands in several columns, or by turns at both sides', () => {
    const columns = paragraphs.map((line, at) => `<div><p data-g="${at * 320},200,300,90,18">${line}</p></div>`);
    expect(oddIn(`${columns.join('')}<div><p data-g="1300,0,90,90,18">${note}</p></div>`)).toEqual(nothing);
    expect(
      oddIn(
        inBox('760,300,300,80,18')
          .replaceAll('<p', '<div><p')
          .replace('100,200', '900,200')
          .replace('100,300', '900,300'),
      ),
    ).toEqual(nothing);
  });

  it('finds what has much smaller letters than the text, but data and code', () => {
    expect(oddIn(inBox('100,700,600,20,13'))).toEqual({ ...nothing, small: [note] });
    expect(oddIn(inBox('100,700,600,20,16.5')).small).toEqual([]);
    expect(oddIn(inBox('100,700,600,20,13'), 0.96).small).toEqual([]);
    const inCell = (line: string) => `<table><tr><td><p data-g="100,700,600,20,12">${line}</p></td></tr></table>`;
    expect(oddIn(`${block}${inCell('Built in 1961')}`).small).toEqual([]);
    // a page that is laid out as a table
    expect(oddIn(`${block}${inCell(note)}`).small).toEqual([note]);
    expect(oddIn(`${block}<ul><li data-g="100,700,600,20,12">${note}</li></ul>`).small).toEqual([]);
  });

  const notes = Array.from({ length: 6 }, () => `<p data-g="100,700,600,20,12">${note}</p>`).join('');

  it('follows the text of which the model is sure, and else leaves a text alone of which much is small', () => {
    expect(oddIn(`${block}${notes.replaceAll('<p', '<p class="note"')}`).small).toHaveLength(6);
    expect(
      oddIn(`${block.replaceAll('harbour', 'town').replaceAll('ferry', 'boat').replaceAll('the', 'that')}${notes}`)
        .small,
    ).toEqual([]);
  });

  it('leaves a text alone that is set in two sizes', () => {
    expect(oddIn(`${block}${notes}`).small).toEqual([]);
    expect(oddIn(`${block}<p data-g="100,700,600,20,12">${note}</p>`).small).toEqual([note]);
  });

  it('finds the line above what it finds', () => {
    const box = (place: string) =>
      `${block}<div><p data-g="${place.replace('13', '20')}">A note</p><p data-g="${place}">${note}</p></div>`;
    expect(oddIn(box('100,700,600,20,13'))).toEqual({ ...nothing, small: [note], headings: ['A note'] });
    expect(oddIn(box('100,700,600,20,18')).headings).toEqual([]);
  });

  it('takes no marks for places outside of the text', () => {
    for (const odd of ['', 'x', '1,2,3', '1,2,3,4,5,6', '1,2,3,4,NaN', '1e999,0,0,0,0', '760,300,300,80,']) {
      const { beside, small } = oddIn(inBox(odd));
      expect([odd, ...beside, ...small]).toEqual([odd]);
    }
    const none = documentOf(inBox('760,300,300,80,12')).replace(' data-g="1280"', '');
    expect(
      findLayoutOutliers(
        readPageTree(parsePage(none).document.documentElement).blocks,
        geometryOf(readPageTree(parsePage(none).document.documentElement)),
        () => 0.7,
      ),
    ).toEqual(noOutliers);
  });
});

describe('what the browser saw of a text', () => {
  const speck = (place: string) => `${block}<p data-g="${place}">${note}</p>`;

  it('drops what only screen readers read, unless that is most of the text', () => {
    for (const place of ['0,0,1,1,18', '-9999,300,300,80,18', '100,-40,200,30,18'])
      expect(bodyOf(speck(place))).toBe(text);
    expect(bodyOf(speck('-300,300,280,80,18'))).toBe(`${text}\n\n${note}`);
    expect(bodyOf(block.replace(/data-g="100/g, 'data-g="-9999'))).toBe(text);
  });

  it('drops what lies over the page, unless that holds the headline or nothing is behind it', () => {
    const notice = `<p>${'We would like to send you our letter with the best of the week, every Friday. '.repeat(4)}</p>`;
    const behind = `${block}<div data-v="over">${notice.repeat(5)}</div>`;
    expect(bodyOf(behind)).toBe(text);
    expect(bodyOf(behind, 'static')).toContain('We would like');
    expect(bodyOf(`<div data-v="over">${block}</div>`)).toBe(text);
    const shown = documentOf(block).replace('<main>', '<main data-v="over">');
    const { draft } = extract(snapshot(shown, { via: 'browser' }), unknownSite('gazette.example'));
    expect(draft?.body).toBe(text);
  });

  it('counts only where a browser gave the page: a server may write such marks itself', () => {
    expect(bodyOf(speck('0,0,1,1,18'), 'static')).toBe(`${text}\n\n${note}`);
  });

  it('never stands in what is kept', () => {
    const linked = `${block}<h2 data-g="100,650,600,30,24">Ferry</h2><p data-g="100,700,600,80,18">${note} <a data-g="1,1,1,1,1" href="/x">Lamps</a></p>`;
    const { draft } = extract(snapshot(documentOf(linked), { via: 'browser' }), unknownSite('gazette.example'));
    expect(draft?.bodyHtml).toContain('<a href="https://gazette.example/x">Lamps</a>');
    expect(JSON.stringify(draft)).not.toContain('data-g');
  });
});
