import { describe, expect, it } from 'vitest';
import { readStructured } from '../../../../src/stages/extract/head/structured.ts';
import { geometryOf } from '../../../../src/stages/extract/page/page-geometry.ts';
import { readPageTree } from '../../../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';
import { findTitle } from '../../../../src/stages/extract/title/title.ts';

const address = 'https://gazette.example/2026/some-story';

function titleOf(head: string, body: string, url = address, isSeen = false): string | undefined {
  const page = parsePage(`<html data-g="1280"><head>${head}</head><body>${body}</body></html>`);
  const tree = readPageTree(page.document.documentElement);
  return findTitle(tree.blocks, readStructured(page), url, { geometry: isSeen ? geometryOf(tree) : null })?.value;
}

describe('findTitle', () => {
  it("is not the site's motto above its menu, which stands in the head, too", () => {
    const menu =
      '<header><h1><a href="/">Workshop</a></h1><nav><h2>Things that hands make</h2><ul><li><h2><a href="/tags">Tags</a></h2></li></ul></nav></header>';
    const html = `${menu}<main><h2>The man who waits</h2><p>${'A long day at the quay, and nobody came to see the lamps. '.repeat(5)}</p></main>`;
    expect(titleOf('<title>The man who waits | Things that hands make</title>', html)).toBe('The man who waits');
  });

  it('has no path to the page before it', () => {
    const line =
      '<div class="header"><a href="../../">The Gazette</a>/ <a href="../">posts</a>/ <span class="title">The man who waits</span></div>';
    expect(titleOf('<title>The man who waits</title>', `${line}<p>Short.</p>`)).toBe('The man who waits');
  });

  it.each(['¶', '#', '§', '🔗'])('has no mark that links to the heading: %s', (mark) => {
    const heading = `<h1>The man who waits<a class="headerlink" href="#the-man-who-waits" title="Link to this heading">${mark}</a></h1>`;
    expect(titleOf('<title>The man who waits — Gazette</title>', `${heading}<p>Short.</p>`)).toBe('The man who waits');
  });

  it('has both lines of a heading that are one headline in the head', () => {
    const heading =
      '<h1><span>Trouble before the meeting:</span><br><span>Owners and sailors argue about the quay</span></h1>';
    const whole = 'Trouble before the meeting: Owners and sailors argue about the quay';
    expect(titleOf(`<title>${whole} | Gazette</title>`, `${heading}<p>Short.</p>`)).toBe(whole);
  });

  it('has no note for screen readers', () => {
    const heading = '<h1>The man who waits<span class="element-invisible"> | HARBOUR.EXAMPLE</span></h1>';
    expect(titleOf('<title>The man who waits | Gazette</title>', `${heading}<p>Short.</p>`)).toBe('The man who waits');
  });

  it('has no long kicker where the rest of the heading is the title in the head', () => {
    const heading =
      '<h1><span>Statement of the office for harbours, quays and lamps: </span>The man waits for the lamps</h1>';
    expect(titleOf('<title>The man waits for the lamps</title>', `${heading}<p>Short.</p>`)).toBe(
      'The man waits for the lamps',
    );
  });

  it('is not a heading whose class calls it the line above the headline', () => {
    const lines =
      '<h1 class="strapline">Harbour news: the lamps of the quay</h1><h2 class="title">The man who waits for a boat</h2>';
    const head = '<title>The man who waits for a boat - Harbour news: the lamps of the quay</title>';
    expect(titleOf(head, `${lines}<p>${'A long day at the quay, and nobody came. '.repeat(5)}</p>`)).toBe(
      'The man who waits for a boat',
    );
  });

  it('ends at a word where the head has a page of text as its title', () => {
    const title = titleOf(`<meta property="og:title" content="${'lantern '.repeat(200)}">`, '<p>Short.</p>') ?? '';
    expect(title.length).toBeLessThanOrEqual(400);
    expect(title.endsWith(' lantern')).toBe(true);
  });

  it('is the line with the largest font above the text, if the head has no headline and a browser loaded the page', () => {
    const text = `<p data-g="0,200,600,90,16">${'A long day at the quay, and nobody came to see the lamps. '.repeat(3)}</p>`;
    const page = (letters: number, line = 'The man who waits') =>
      `<h1><a href="/" data-g="0,0,90,40,60">Front page</a></h1><p data-g="0,50,600,20,20">Culture</p><div data-g="0,90,600,40,${letters}">${line}</div>${text}${text}<p data-g="0,400,600,20,22">More of it</p>`;
    const head = '<title>Gazette Online: Culture</title>';
    expect(titleOf(head, page(32), undefined, true)).toBe('The man who waits');
    // no browser; not much larger; one word; a paragraph
    expect(titleOf(head, page(32))).toBe('Gazette Online: Culture');
    expect(titleOf(head, page(24), undefined, true)).toBe('Gazette Online: Culture');
    expect(titleOf(head, page(32, 'Lamps'), undefined, true)).toBe('Gazette Online: Culture');
    expect(titleOf(head, page(32, 'The man who waits '.repeat(12)), undefined, true)).toBe('Gazette Online: Culture');
    expect(
      titleOf(
        '<title>The lamps of the quay</title>',
        `<h1 data-g="0,0,9,9,18">The lamps of the quay</h1>${page(32)}`,
        undefined,
        true,
      ),
    ).toBe('The lamps of the quay');
  });

  it('is the heading most like the head', () => {
    const body = '<h1>Rail works begin</h1><h2>Other news of the week</h2><h1>Bridge opens again</h1>';
    expect(titleOf('<title>Bridge opens again - The Gazette</title>', body)).toBe('Bridge opens again');
  });

  it('is the only h1 rather than a subheading that is more like the head', () => {
    const body = '<h1>What is a mobile application and why?</h1><p>x</p><h2>What is a mobile app?</h2>';
    expect(titleOf('<title>What Is a Mobile App? | Site</title>', body)).toBe('What is a mobile application and why?');
  });

  it('is not the name of the outlet in the h1', () => {
    const head =
      '<title>Small integers in Python | Four Years</title><meta property="og:site_name" content="Four Years">';
    expect(titleOf(head, '<h1>Four Years</h1><h3>Small integers in Python</h3>')).toBe('Small integers in Python');
  });

  it("is not the site's name, which the head and a link to the front page have on every page", () => {
    const home = '<nav><a href="/">Harbour Notes</a></nav>';
    const story = `<p>${'A long day at the quay, and nobody came to see the lamps. '.repeat(3)}</p>`.repeat(2);
    // the whole title, its end, its start
    expect(titleOf('<title>Harbour Notes</title>', `${home}<h1>Quotas</h1>${story}`)).toBe('Quotas');
    expect(titleOf('<title>DHCP | Harbour Notes</title>', `${home}<h1>DHCP</h1>${story}`)).toBe('DHCP');
    expect(
      titleOf(
        '<title>Harbour Notes - Complex options</title>',
        `<h1><a href="https://gazette.example/">Harbour Notes</a></h1><article><h2><a href="/a">Complex options</a></h2>${story}</article>`,
      ),
    ).toBe('Complex options');
    // no link to the front page names the site: the h1 above the text
    expect(titleOf('<title>Harbour Notes</title>', `<nav><a href="/"></a></nav><h1>Quotas</h1>${story}`)).toBe(
      'Quotas',
    );
    // a headline that shares words with the head stays
    expect(titleOf('<title>Quotas on disks</title>', `<h1>Quotas</h1>${story}`)).toBe('Quotas');
  });

  describe('with a headline in JSON-LD', () => {
    const declared = (headline: string, title: string): string =>
      `<title>${title}</title><meta property="og:title" content="${title}"><script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline })}</script>`;
    const story = `<p>${'A long day at the quay, and nobody came to see the lamps. '.repeat(5)}</p>`;

    it('is the heading that says the same, not the one that was written for search engines', () => {
      const head = declared('The mayor sues the builder of the quay', 'Quay broken: mayor sues builder');
      const trail = '<div>Gazette &gt; <h1>Quay broken: mayor sues builder</h1></div>';
      const headline = '<h2>The mayor sues the builder of the quay</h2>';
      expect(titleOf(head, trail + headline + story)).toBe('The mayor sues the builder of the quay');
      expect(titleOf(declared('The quay', 'Quay broken: mayor sues builder'), trail + headline + story)).toBe(
        'Quay broken: mayor sues builder',
      );
    });

    it('is that heading also at the end of a breadcrumb', () => {
      const head = declared('Mayor in Hull: builder of the quay sued', 'Mayor: builder of the quay sued');
      const trail = '<nav><ol><li>Gazette</li><li><h1>Mayor in Hull: builder of the quay sued</h1></li></ol></nav>';
      expect(titleOf(head, `${trail}<h2>Mayor: builder of the quay sued</h2>${story}`)).toBe(
        'Mayor in Hull: builder of the quay sued',
      );
    });
  });

  it('leaves out a kicker in the same heading, also if the head has it', () => {
    const heading = '<h1><span class="kicker">Full order books:</span> Airlines take off after the winter</h1>';
    for (const headTitle of [
      'Airlines take off after the winter',
      'Full order books: Airlines take off after the winter',
    ])
      expect(titleOf(`<meta property="og:title" content="${headTitle}">`, heading)).toBe(
        'Airlines take off after the winter',
      );
  });

  it('keeps the start of a headline in an inline element, and one that continues in lower case', () => {
    const head = '<title>The Tempest comes back to the harbour stage</title>';
    for (const box of ['em', 'span'])
      expect(titleOf(head, `<h1><${box}>The Tempest</${box}> comes back to the harbour stage</h1>`)).toBe(
        'The Tempest comes back to the harbour stage',
      );
  });

  it('is no heading that links to the front page or has a class for the site name', () => {
    const head = '<title>Four Years Remaining: Small integers in Python</title>';
    const story = '<h2>Small integers in Python</h2>';
    expect(titleOf(head, `<h1><a href="/">Four Years Remaining</a></h1>${story}`)).toBe('Small integers in Python');
    expect(titleOf(head, `<h1 class="site-title">Four Years Remaining</h1>${story}`)).toBe('Small integers in Python');
  });

  const text = `<p>${'The harbour bridge was closed after the storm of Friday night, and the ferry runs in its place. '.repeat(3)}</p>`;

  it('is the headline, not an h1 that is a link or names the host', () => {
    const text = `<p>${'A storm closed the harbour bridge, and nobody could say for how long. '.repeat(4)}</p>`;
    const head = '<title>Seven Quiet Lamps - Ten words on the bridge of the harbour</title>';
    for (const name of ['<h1><a href="/all">Seven Quiet Lamps</a></h1>', '<h1>Seven Quiet Lamps</h1>']) {
      const body = `${name}<ul><li>Home</li><li>About</li></ul><h3>Ten words on the bridge of the harbour</h3>${text}`;
      expect(titleOf(head, body, 'https://www.sevenquietlamps.example/p/17')).toBe(
        'Ten words on the bridge of the harbour',
      );
    }
  });

  it('counts no h1 below the text as a second one, and no class that only begins with the word for a site', () => {
    const text = `<p>${'A storm closed the harbour bridge, and nobody could say for how long. '.repeat(4)}</p>`;
    const head = '<meta property="og:title" content="Closed: what the storm did to our bridge">';
    for (const [before, after] of [
      ['<h1 class="blog_headline">The night of the storm</h1>', ''],
      ['<h1>The night of the storm</h1>', '<h1>What others read</h1>'],
    ])
      expect(titleOf(head, `${before}${text}<h2>Storm over the bridge</h2>${text}${after}`)).toBe(
        'The night of the storm',
      );
  });

  it('prefers of two headings the one directly above the text, and the one whose words the address has', () => {
    const text = `<p>${'A storm closed the harbour bridge, and nobody could say for how long. '.repeat(4)}</p>`;
    const menu = '<ul><li>Home</li><li>World</li><li>Trade</li><li>Sport</li><li>Food</li></ul>'.repeat(3);
    const head = '<title>The storm and the old bridge</title>';
    const above = `<h2>The storm and the old harbour</h2>${menu}<h2>The storm and the long bridge</h2>${text}`;
    expect(titleOf(head, above)).toBe('The storm and the long bridge');
    const both = `<h2>The storm and the high bridge</h2><h2>The storm and the long bridge</h2>${text}`;
    expect(titleOf(head, both, 'https://gazette.example/2026/storm-and-long-bridge')).toBe(
      'The storm and the long bridge',
    );
  });

  it('keeps the whole heading also if the head has only a part of it', () => {
    const head = '<meta property="og:title" content="Storm closed harbour bridge">';
    for (const heading of [
      '<h1>Storm closed harbour bridge <span>and three roads to the coast</span></h1>',
      '<h1>Storm closed harbour bridge <i>and</i> three roads</h1>',
    ])
      expect(titleOf(head, heading)).toMatch(/^Storm closed harbour bridge .+ roads/);
  });

  it('is the line above the text if the head has only the site name', () => {
    const menu = '<ul><li>Weather</li><li>Terms of use of the site</li></ul>';
    expect(
      titleOf(
        '<title>Gazette Online: Breaking</title>',
        `${menu}<div>Storm closed harbour bridge</div><div>By Ada Marsh</div>${text}`,
      ),
    ).toBe('Storm closed harbour bridge');
  });

  it('is that line also after a boilerplate paragraph, and if the text repeats the site name', () => {
    const other = `<p>${'A town forgot its own birthday until a schoolboy wrote to the palace about it in March. '.repeat(2)}</p>`;
    const body = `<h1><a href="/">The Harbour Gazette</a></h1>${other}<div>Published 3 May 2026</div><h2>Storm closed harbour bridge</h2>${text}${text}`;
    expect(titleOf('<title>The Harbour Gazette</title>', body)).toBe('Storm closed harbour bridge');
  });

  it("is that line also where the rest of <title> is the site's motto", () => {
    const head =
      '<title>The Harbour Gazette – Every tide, every day</title><meta property="og:title" content="The Harbour Gazette">';
    const body = `<h1><a href="/">The Harbour Gazette</a></h1><h2>Storm closed harbour bridge</h2><div>By Ada Marsh</div>${text}`;
    expect(titleOf(head, body)).toBe('Storm closed harbour bridge');
  });

  it('is what head and address agree on against the visible heading', () => {
    const head =
      '<title>Eighteen new books about bridges | Gazette</title><meta property="og:title" content="Eighteen new books about bridges">';
    const body = `<h1>Here is the May list</h1>${text}`;
    expect(titleOf(head, body, 'https://gazette.example/eighteen-new-books-about-bridges')).toBe(
      'Eighteen new books about bridges',
    );
    expect(titleOf(head, body, 'https://gazette.example/here-is-the-may-list')).toBe('Here is the May list');
  });

  it('is no menu item and no legal line', () => {
    const body = `<ul><li><a href="/x">Easy bridge checklist</a></li></ul><h1>A schedule for bridges that anybody can follow</h1>${text}<p>© Easy bridge checklist</p>`;
    expect(titleOf('<title>Easy bridge checklist</title>', body)).toBe(
      'A schedule for bridges that anybody can follow',
    );
  });

  it('has no bullets, soft hyphens or leading date', () => {
    expect(titleOf('<title>Bridge works begin</title>', '<h2>20.11.2026 - Bridge works begin</h2>')).toBe(
      'Bridge works begin',
    );
    expect(titleOf('<title>Bridge works begin</title>', '<h1>› Bridge wo\u00adrks begin</h1>')).toBe(
      'Bridge works begin',
    );
  });

  it('is the head without the site name if no heading is visible', () => {
    expect(titleOf('<title>Bridge opens again after winter - The Gazette</title>', '<p>Text.</p>')).toBe(
      'Bridge opens again after winter',
    );
  });
});
