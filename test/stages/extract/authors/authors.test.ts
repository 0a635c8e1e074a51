import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { namesIn } from '../../../../src/stages/extract/authors/names.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { regexWork } from '../../../support/work/regex-work.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';
import { authorsOf } from './authors-of.ts';

describe('namesIn', () => {
  it.each([
    ['By Ada Marsh', ['Ada Marsh']],
    ['Von Ada Marsh und Tom Quill', ['Ada Marsh', 'Tom Quill']],
    ['Ada Marsh, Tom Quill & Z.B. Reed', ['Ada Marsh', 'Tom Quill', 'Z.B. Reed']],
    ['Written by Ada Marsh | 20 November 2026', ['Ada Marsh']],
    ['作者：王小明', ['王小明']],
    ['Posté par: Ada Marsh Il y a 2 semaines, 6 jours', ['Ada Marsh']],
    ['Ada Marsh Il y a 1 mois', ['Ada Marsh']],
    ['Автор: Анна Соколова', ['Анна Соколова']],
    ['Dylan Bailey, MD, FAND and Tom Quill', ['Dylan Bailey, MD, FAND', 'Tom Quill']],
    ['https://gazette.example/authors/ada', []],
    ['ByAda Marsh', ['Ada Marsh']],
    // a date in the same line, without a mark between
    ['Von Ada von der Marsh 24. November 2026, 08.57 Uhr', ['Ada von der Marsh']],
    ['By Ada Marsh 24 November 2026', ['Ada Marsh']],
    ['By Ada Marsh and Tom Quill Monday 3rd March', ['Ada Marsh', 'Tom Quill']],
    ['By Ada Marsh November 24, 2026', ['Ada Marsh']],
    ['November 24, 2026 Ada Marsh', ['Ada Marsh']],
    ['Von Ada Marsh Montag, 3. März 2026', ['Ada Marsh']],
    ['Ada Marsh am 12. März 2026', ['Ada Marsh']],
    ['Ada Marsh vom 12. März 2026', ['Ada Marsh']],
    ['Por Ana de la Cruz 24 de noviembre de 2026', ['Ana de la Cruz']],
    ['Par Zoé Le Gall le 3 mars 2026', ['Zoé Le Gall']],
    ['By Theresa May', ['Theresa May']],
    ['By Theresa May 3 May 2026', ['Theresa May']],
    ['By April March', ['April March']],
    ['Zeige alle Beiträge von Ada Marsh', ['Ada Marsh']],
    ['Ada MarshDec 18', ['Ada Marsh']],
    ['Ada Marsh Senior Review Analyst', ['Ada Marsh']],
    ['Interview: Ada Marsh', ['Ada Marsh']],
    ['christian.stadtfeld', []],
    ['Staff', []],
    ['admin', []],
    ['Feb 11', []],
    ['بقلم: يوسف قاسم وهالة مراد', ['يوسف قاسم', 'هالة مراد']],
    ['كتب سلمى وليد', ['سلمى وليد']],
    ['文・ 水野 千景 • 令和8年5月2日', ['水野 千景']],
    ['陆启明 沈若溪', ['陆启明', '沈若溪']],
    ['content: Harbour Press', []],
    ['Text und Interview: Ada Marsh', ['Ada Marsh']],
    ['vom Hafen Team', ['Hafen Team']],
    ['DIY Ideas', ['DIY Ideas']],
    // roles, outlets and places around a name
    ['Ada Marsh ada@gazette.example', ['Ada Marsh']],
    ['Ada Marsh @adamarsh', ['Ada Marsh']],
    ['Ada Marsh, Chief Political Correspondent', ['Ada Marsh']],
    ['Ada Marsh, CNN', ['Ada Marsh']],
    ['Ada Marsh and agencies', ['Ada Marsh']],
    ['Ada Marsh, Leiterin der HSS', ['Ada Marsh']],
    ['Ada Marsh Writer, Hardware', ['Ada Marsh']],
    ['Ada Marsh archive page', ['Ada Marsh']],
    ['Ada (Bo) Marsh', ['Ada (Bo) Marsh']],
    ['Ada Marsh (The Gazette)', ['Ada Marsh']],
    ['Zoé Le Gall (avec Ada Marsh et Tom Quill)', ['Zoé Le Gall', 'Ada Marsh', 'Tom Quill']],
    ['by Ada Marsh (reporting) and Tom Quill (photography)', ['Ada Marsh']],
    ['Byby ADA MARSH', ['ADA MARSH']],
    ['Ada Marsh.', ['Ada Marsh']],
    ['Ada Marsh Jr.', ['Ada Marsh Jr.']],
    ['Ada Marsh)', ['Ada Marsh']],
    ['Mac & i', []],
    ['Marsh & Marsh', []],
    ['Harbour Tax & Accounting', []],
    ['Ada & Tom Quill', ['Ada', 'Tom Quill']],
    ['责任编辑', []],
    ['著者', []],
    ['Last Updated', []],
    ['Social Links', []],
    ['Zach Marsh Dec. 5 at 3pm', ['Zach Marsh']],
    ['Zach Marsh Dec 5, 3:00 PM', ['Zach Marsh']],
    ['Mia April', ['Mia April']],
    ['adamarsh on', ['adamarsh']],
    ['Contact Info', []],
    ['Special for The Gazette', []],
    ['Submitted on Mon', []],
    ['Gazette.comHarbour', []],
    ['王小明 李华', ['王小明', '李华']],
    ['让·杜邦', ['让·杜邦']],
    ['By Ada Marsh And Tom Quill For The Harbour On Sunday', ['Ada Marsh', 'Tom Quill']],
    ['Ada Marsh in London', ['Ada Marsh']],
    ['Ada Marsh contributed to this report', ['Ada Marsh']],
    ['Ada MarshFounder at Harbour', ['Ada Marsh']],
    ['Ada MarshFollow', ['Ada Marsh']],
    ['Ada Marsh, reviewed by Tom Quill', ['Ada Marsh']],
    ['Redakteurin Ada Marsh', ['Ada Marsh']],
    ['Ada Marsh, Redakteurin', ['Ada Marsh']],
    ['Par Ada Marsh et Tom Quill', ['Ada Marsh', 'Tom Quill']],
    ['Ada Marsh, journaliste', ['Ada Marsh']],
    ['Por Ada Marsh y Tom Quill', ['Ada Marsh', 'Tom Quill']],
    ['Ada Marsh, corresponsal', ['Ada Marsh']],
    ['新华社记者王小明', ['王小明']],
    ['文｜王小明', ['王小明']],
    ['記者 水野千景', ['水野千景']],
    ['Ada van der Marsh', ['Ada van der Marsh']],
    ['J. R. R. Marsh', ['J. R. R. Marsh']],
    ['All posts by Ada Marsh', ['Ada Marsh']],
    ['Recipe by Ada Marsh', ['Ada Marsh']],
    // nobody
    ['Reuters Staff', []],
    ['Staff Reporter', []],
    ['Web Desk', []],
    ['ada@gazette.example', []],
    ['@adamarsh', []],
    ['dpa', []],
    ['AFP Relaxnews', []],
    ['Agences', []],
    ['La rédaction', []],
    ['Redacción', []],
    ['新华社', []],
    ['本报记者', []],
    ['編集部', []],
    ['هيئة التحرير', []],
    ['رويترز', []],
    ['View all posts', []],
    ['Revised Edition Edited by Ada Marsh', []],
    ['extension horticulture educators in Harbour', []],
  ])('%s', (line, names) => expect(namesIn(line)).toEqual(names));
});

describe('namesIn on hostile lines', () => {
  it.each(['أ', 'محمد و', '3 ', 'le 3 ', 'May ', 'By ', '陆启明 ', 'A & ', 'a.b.', '- | '])(
    'reads a hundred thousand times %s with bounded work',
    (piece) => {
      const line = piece.repeat(100_000);
      const { backtracks, longestText } = regexWork(() => namesIn(line));
      // the line is truncated, and no pattern backtracks through the rest
      expect(longestText).toBeLessThanOrEqual(2_000);
      expect(backtracks).toBeLessThan(1_000_000);
    },
  );
});

describe('the authors of a page', () => {
  it('reads JSON-LD, meta, then a name without "by"', () => {
    const head = '<meta name="author" content="Mia Reed">';
    const jsonLd = '<script type="application/ld+json">{"@type":"NewsArticle","author":{"name":"Ida Stone"}}</script>';
    const byline = '<p>Ada Marsh</p><p>20 November 2026</p>';
    expect(authorsOf({ head: head + jsonLd, byline })).toEqual(['Ida Stone']);
    expect(authorsOf({ head, byline })).toEqual(['Mia Reed']);
    expect(authorsOf({ byline })).toEqual(['Ada Marsh']);
    expect(authorsOf({})).toEqual(['Ada Marsh', 'Tom Quill']);
    expect(authorsOf({ byline: '<p>By Ada Marsh</p>' })).toEqual(['Ada Marsh']);
  });

  it('believes what the most evidence names: an account that differs from the byline is the uploader', () => {
    const head = '<meta name="author" content="Mia Reed">';
    expect(authorsOf({ head })).toEqual(['Ada Marsh', 'Tom Quill']);
    expect(
      authorsOf({
        head: `${head}<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Mia Reed">`,
        byline: '<p>By Ada Marsh</p>',
      }),
    ).toEqual(['Mia Reed']);
  });

  it('finds the responsible editor at the end of a Chinese page, not the words after 记者', () => {
    const after = '<p>记者采访时称，一切正常。</p><p>（责任编辑：张三）</p>';
    expect(authorsOf({ byline: '', after })).toEqual(['张三']);
  });

  it.each([
    ['<p>Veröffentlicht am 19. Dezember 2026 von Ada Marsh</p>', ['Ada Marsh']],
    ['<p>Dec 26, 2025 by Ada Marsh and Tom Quill</p>', ['Ada Marsh', 'Tom Quill']],
    ['<p>11.12.2025 - Ada Marsh</p>', ['Ada Marsh']],
    ['<p>20 November 2026</p><div class="post_author_name">Ada Marsh</div>', ['Ada Marsh']],
    ['<p>20 November 2026, 3 min read</p>', []],
    ['<p>From the section Harbour &amp; Ferries</p>', []],
    ['<p>From the harbour to the hills, all kinds of walks are possible, more relaxed and short</p>', []],
    ['<h2>Article by</h2><div>Ada Marsh</div>', ['Ada Marsh']],
    ['<p><span class="blog-meta-author">Ada Marsh</span></p>', ['Ada Marsh']],
    ['<p><b class="byline">JM</b></p><p><b class="byline">Ada Marsh</b></p>', ['Ada Marsh']],
    ['<p><a rel="author" href="/ada">Ada Marsh<span>archive page</span></a></p>', ['Ada Marsh']],
    ['<p>The museum shows a portrait of the harbour that was painted by Wolfgang Amadeus Mozart.</p>', []],
    ['<p>Die Flotte von Firmenfahrzeugen wächst</p>', []],
    ['<div class="author-bio">A Bridge Builder</div>', []],
    ['<p>Author:</p><p>Ada Marsh</p>', ['Ada Marsh']],
    ['<p>Ada Marsh</p><p>20 November 2026</p>', ['Ada Marsh']],
    ['<p>20 November 2026 • Ada Marsh in Harbours</p>', ['Ada Marsh']],
    ['<p><a href="/authors/ada-marsh">Ada Marsh</a></p>', ['Ada Marsh']],
    ['<p>Hong Kong</p>', []],
    ['<p><a href="/topics/repairs">Harbour Repairs</a></p><p>HR Strategy</p><p>3 min read</p>', []],
    ['<p>Photo: Ada Marsh</p><figure><figcaption>By Tom Quill</figcaption></figure>', []],
    ['<p class="byline">By The Harbour Team</p>', ['The Harbour Team']],
    ['<p class="byline">By Staff</p>', []],
    ['<p class="byline">By Gazette shipping desk · 20 November 2026</p>', ['Gazette shipping desk']],
    ['<p>Von dpa</p>', []],
    ['<p>Par AFP</p>', []],
    ['<p>文｜王小明</p>', ['王小明']],
    ['<p>بقلم: يوسف قاسم</p>', ['يوسف قاسم']],
  ])('reads a line near the headline: %s', (byline, names) => expect(authorsOf({ byline })).toEqual(names));

  it.each([
    ['Ada Marsh is a staff writer for The Gazette, and lives by the weir.', ['Ada Marsh']],
    ['Ada Marsh ist freie Journalistin in Harbour.', ['Ada Marsh']],
    ['Zoé Le Gall est journaliste à la Gazette.', ['Zoé Le Gall']],
    ['Ada Marsh is the mayor of Harbour.', []],
    ['The editor is Ada Marsh.', []],
  ])('reads a line about the author behind the text: %s', (line, names) => {
    const text = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
    expect(authorsOf({ byline: '', body: `${text}<p>${line}</p>` })).toEqual(names);
  });

  it('cuts names at the elements next to them, and takes no entry of the menu', () => {
    expect(authorsOf({ byline: '<p>By <a>Ada Marsh</a><span>Lifestyle</span></p>' })).toEqual(['Ada Marsh']);
    expect(authorsOf({ byline: '<p>By Ada McKenzie</p>' })).toEqual(['Ada McKenzie']);
    expect(authorsOf({ byline: '<p><a rel="author" href="/arts">Arts</a></p>' })).toEqual([]);
  });

  it('reads a labelled line at the end of the text', () => {
    expect(authorsOf({ byline: '', after: '<p>Posted by Ada Marsh at 18:52</p>' })).toEqual(['Ada Marsh']);
  });

  it.each([
    ['Author', 'Ada Marsh'],
    ['Ein Beitrag von', 'Ada Marsh'],
    ['Auteur(s) :', 'Ada Marsh'],
    ['Escrito por', 'Ada Marsh'],
    ['作者', '王小明'],
    ['著者', '水野千景'],
    ['الكاتب', 'يوسف قاسم'],
  ])('reads a name under the label "%s", far from the headline', (label, name) => {
    expect(authorsOf({ byline: '', after: `<h4>${label}</h4><p>${name}</p>` })).toEqual([name]);
  });

  it.each([
    ['Written by', 'Ada Marsh'],
    ['Verfasst von', 'Ada Marsh'],
    ['Écrit par', 'Ada Marsh'],
    ['Escrito por', 'Ada Marsh'],
    ['執筆者', '水野千景'],
    ['作者', '王小明'],
    ['كُتب بواسطة', 'يوسف قاسم'],
  ])('reads the card with the label "%s"', (label, name) => {
    const card = (number: number, key: string, value: string) =>
      `<meta name="twitter:label${number}" content="${key}"><meta name="twitter:data${number}" content="${value}">`;
    const head = card(1, 'Reading time', '3 minutes') + card(2, label, name);
    expect(authorsOf({ byline: '', head })).toEqual([name]);
  });

  it('takes no card with another label', () => {
    const head = '<meta name="twitter:label1" content="Filed under"><meta name="twitter:data1" content="Ada Marsh">';
    expect(authorsOf({ byline: '', head })).toEqual([]);
  });

  it('takes no itemprop=author of cards next to the article', () => {
    const author = (name: string) => `<span itemprop="author">${name}</span>`;
    const cards = ['Tom Quill', 'Ida Stone', 'Mia Reed']
      .map((name, at) => `<div class="card"><h3><a href="/story-${at}">Rowers win again</a></h3>${author(name)}</div>`)
      .join('');
    expect(authorsOf({ byline: author('Ada Marsh'), after: `<div>${cards}</div>` })).toEqual(['Ada Marsh']);
    expect(authorsOf({ byline: author('Ada Marsh') + author('Tom Quill') })).toEqual(['Ada Marsh', 'Tom Quill']);
  });

  it('takes no rel=author of a list of cards', () => {
    const links = (...names: string[]) => names.map((name) => `<p><a rel="author" href="/a">${name}</a></p>`).join('');
    expect(authorsOf({ byline: '', after: links('Ada Marsh', 'Tom Quill') })).toEqual(['Ada Marsh', 'Tom Quill']);
    expect(authorsOf({ byline: '', after: links('Ada Marsh', 'Tom Quill', 'Ida Stone', 'Mia Reed') })).toEqual([]);
  });

  it.each([
    [
      'Workplace Culture',
      'A culture of trust begins at the workplace, where people meet each other every day of the week.',
    ],
    [
      'Deutsche Häfen',
      'Die Häfen wachsen wieder, und das deutsche Handwerk hofft auf Deutsche und Dänen als neue Kunden am Meer.',
    ],
    [
      'Marché Commun',
      'Le marché a rouvert vendredi, et les pêcheurs ont un projet commun pour la halle et ses vieux murs.',
    ],
  ])('takes no phrase whose words the page has elsewhere: %s', (phrase, text) => {
    const byline = `<p class="author-name">${phrase}</p><p>20 November 2026</p>`;
    expect(authorsOf({ byline, body: `<p>${text}</p>`.repeat(3) })).toEqual([]);
    expect(authorsOf({ byline: byline.replace(phrase, 'Ada Marsh'), body: `<p>${text}</p>`.repeat(3) })).toEqual([
      'Ada Marsh',
    ]);
  });

  it('are found although the text mentions other people with the same names', () => {
    const body = `<p>Tom Marsh and Ada Stone met Nora Marsh at the weir, where Ada Quill had waited since noon for the ferry to come.</p>`;
    const byline = '<p>Ada Marsh, <time datetime="2026-11-20">20 November 2026</time></p>';
    expect(authorsOf({ byline, body: body.repeat(3) })).toEqual(['Ada Marsh']);
  });

  it.each([
    ['מאת טליה גורן', 'טליה גורן'],
    ['نویسنده: سارا کریمی', 'سارا کریمی'],
    ['Oleh Dewi Lestari', 'Dewi Lestari'],
    ['Tác giả: Lan Anh', 'Lan Anh'],
    ['Szerző: Kovács Anna', 'Kovács Anna'],
    ['Kirjoittaja: Aino Laine', 'Aino Laine'],
    ['Συντάκτης: Ελένη Παππά', 'Ελένη Παππά'],
    ['Autorka: Zofia Nowak', 'Zofia Nowak'],
    ['Av Ingrid Dahl', 'Ingrid Dahl'],
    ['글쓴이: 김민수', '김민수'],
    ['Post author: Clara Hatch', 'Clara Hatch'],
  ])('reads the words of a byline in its language: %s', (line, name) => {
    const licence = '<p>Copyright Notice: All articles in this blog are licensed under <a href="/by">CC BY</a>.</p>';
    expect(authorsOf({ byline: `<p>${line}</p><p>2026-11-20</p>`, after: licence })).toEqual([name]);
    expect(
      authorsOf({ byline: '<p>2026-11-20</p>', body: undefined, after: `<ul><li>${line}</li></ul>${licence}` }),
    ).toEqual([name]);
  });

  it('takes the only labelled author of a side bar', () => {
    const aside = (...names: string[]) =>
      `<div class="sidebar">${names.map((name) => `<li><span>Author: </span><a href="/a">${name}</a></li>`).join('')}</div>`;
    expect(authorsOf({ byline: '', after: aside('Ada Marsh') })).toEqual(['Ada Marsh']);
    expect(authorsOf({ byline: '', after: aside('Ada Marsh', 'Tom Quill') })).toEqual([]);
  });

  it('adds further names from a line that has all names of the data', () => {
    const head = '<meta name="author" content="Ada Marsh">';
    expect(authorsOf({ head, byline: '<p>By Ada Marsh, Tom Quill & Jo Black</p>' })).toEqual([
      'Ada Marsh',
      'Tom Quill',
      'Jo Black',
    ]);
  });

  it.each([
    ['The Gazette - Ada Marsh', ['Ada Marsh']],
    ['Ada Marsh | The Gazette', ['Ada Marsh']],
    // the company that built the site
    ['Quayside Web Commerce GmbH', []],
  ])('reads the author in the head without the outlet or the builder of the site: %s', (author, authors) => {
    const head = `<meta name="author" content="${author}"><meta property="og:site_name" content="The Gazette">`;
    expect(authorsOf({ head, byline: '' })).toEqual(authors);
  });

  it('prefers a person to an organisation or user name in the data', () => {
    const byline = '<p>By Ada Marsh</p>';
    expect(authorsOf({ head: '<meta name="author" content="Harbour Press GmbH">', byline })).toEqual(['Ada Marsh']);
    expect(authorsOf({ head: '<meta name="author" content="adamarsh">', byline })).toEqual(['Ada Marsh']);
    expect(authorsOf({ head: '<meta name="author" content="adamarsh">', byline: '' })).toEqual(['adamarsh']);
  });

  it('ignores persons that headline or text mention', () => {
    const byline = '<p>Ada Marsh</p><p>20 November 2026</p>';
    const body = `<p>${'The bridge was opened by Ada Marsh, who had built it. '.repeat(4)}</p>`;
    expect(authorsOf({ byline, body })).toEqual([]);
  });

  it('reads character references in data', () => {
    const head =
      '<script type="application/ld+json">{"@type":"NewsArticle","author":{"name":"Jos&eacute; Mar&iacute;n"}}</script>';
    expect(authorsOf({ head, byline: '' })).toEqual(['José Marín']);
  });

  it('ignores data about another page', () => {
    const node = (url: string) =>
      `<script type="application/ld+json">{"@type":"NewsArticle","headline":"A town forgot its birthday","author":{"@type":"Person","name":"Ida Stone"},"url":"${url}"}</script>`;
    expect(authorsOf({ head: node('/2024/town') })).toEqual(['Ada Marsh', 'Tom Quill']);
    expect(authorsOf({ head: node('/2026/11/20/harbour-bridge-reopens'), byline: '' })).toEqual(['Ida Stone']);
  });

  it('reads the signature at the end of a Japanese text', () => {
    expect(authorsOf({ byline: '', after: '<p>（水野 千景）</p>' })).toEqual(['水野 千景']);
  });

  it('accepts an outlet with the name of a person', () => {
    const head = '<meta property="og:site_name" content="Ada Marsh"><meta name="author" content="Ada Marsh">';
    expect(authorsOf({ head, byline: '' })).toEqual(['Ada Marsh']);
  });

  it('never gives the outlet, and nobody if nobody is named', () => {
    const head = '<meta property="og:site_name" content="The Gazette"><meta name="author" content="The Gazette">';
    expect(authorsOf({ head, byline: '<p>20 November 2026</p>' })).toEqual([]);
  });
});

describe('links to pages about authors', () => {
  const meta = '<meta name="author" content="Gail Owner">';

  it("name the author where the head names the site's owner", () => {
    const byline = '<p>Posted by <a href="/author/ada/">Ada Marsh</a> on 20 November 2026</p>';
    expect(authorsOf({ head: meta, byline })).toEqual(['Ada Marsh']);
    const after = `<footer class="post-footer"><address>By <a href="/author/ada.html">Ada Marsh</a></address></footer>`;
    expect(authorsOf({ byline: '<p>20 November 2026</p>', after })).toEqual(['Ada Marsh']);
  });

  it('count together where the line joins them', () => {
    const byline = '<p><a href="/author/ada/">Ada Marsh</a> and <a href="/author/tom/">Tom Quill</a></p>';
    expect(authorsOf({ byline })).toEqual(['Ada Marsh', 'Tom Quill']);
    const edited = '<p><a href="/author/ada/">Ada Marsh</a> Edited by: <a href="/author/tom/">Tom Quill</a></p>';
    expect(authorsOf({ byline: edited })).toEqual(['Ada Marsh']);
  });

  it('do not count in a list of all authors, or of other posts', () => {
    const list =
      '<div class="col"><h3>Authors</h3><ul><li><a href="/author/gail/">Gail Owner</a></li><li><a href="/author/tom/">Tom Quill</a></li></ul></div>';
    expect(authorsOf({ byline: '<p>20 November 2026</p>', after: `<aside>${list}</aside>` })).toEqual([]);
    expect(authorsOf({ byline: '<p><a href="/author/ada/">Ada Marsh</a></p>', after: list })).toEqual(['Ada Marsh']);
  });
});

describe('"From" before the name of the site', () => {
  it('is no byline', () => {
    const html = articlePage({ byline: '<div id="siteSub">From Harbour Wiki</div>' });
    const page = snapshot(html.replace('The Gazette</title>', 'Harbour Wiki</title>'));
    expect(extract(page, unknownSite('gazette.example')).draft?.authors).toEqual([]);
  });
});
