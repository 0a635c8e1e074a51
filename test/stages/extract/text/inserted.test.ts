import { describe, expect, it } from 'vitest';
import { unknownSite } from '../../../../src/settings/scraper.ts';
import { extract } from '../../../../src/stages/extract/extract.ts';
import { articlePage, paragraphs, snapshot } from '../page.ts';

const sentence = '“We did not believe it until we saw the crane go,” said the baker at the corner.';
const text = [...paragraphs.slice(0, 2), sentence, ...paragraphs.slice(2)];

/** The body of an article with something after its second and its fourth paragraph. */
function bodyWith(inserted: string, times = 1): string {
  const places = times === 1 ? [1] : [1, 3];
  const body = text.map((line, at) => `<p>${line}</p>${places.includes(at) ? inserted : ''}`).join('\n');
  return extract(snapshot(articlePage({ body })), unknownSite('gazette.example')).draft?.body ?? '';
}

const whole = text.join('\n\n');

describe('a text without what its site inserts', () => {
  it.each([
    'visually-hidden', 'sr-only', 'screen-reader-text', 'u-visually-hidden', 'hidden-visually', 'show-for-sr', 'srOnly', 'ScreenReaderOnly',
    'Article_visuallyHidden__x1Y2z', 'elementor-screen-only', 'is-sr-only',
  ])('has no notes for screen readers: %s', (name) => {
    expect(bodyWith(`<p class="${name}">End of the advertisement, the story continues below</p>`, 2)).toBe(whole);
    expect(bodyWith(`<span class="${name}">Skip the advertisement</span>`)).toBe(whole);
  }); // biome-ignore format: a table

  it('has no notes that a style moves out of sight, nor those within a line', () => {
    expect(bodyWith('<p style="position: absolute; left: -9999px">Skip past the promotion</p>')).toBe(whole);
    const clipped = 'position:absolute;width:1px;height:1px;overflow:hidden;clip: rect(0 0 0 0)';
    const note = `<p>${sentence.replace('crane', `<a href="/crane">crane<span style="${clipped}"> (opens in a new window)</span></a>`)}</p>`;
    expect(bodyWith(note)).toContain(sentence);
  });

  it('keeps a text of which the style sheet hides much by such a name', () => {
    const body = text.map((line, at) => `<p${at % 2 === 0 ? ' class="offscreen"' : ''}>${line}</p>`).join('');
    const draft = extract(snapshot(articlePage({ body })), unknownSite('gazette.example')).draft;
    expect(draft?.body).toBe(whole);
  });

  it.each([
    'We need your consent to load this YouTube content. Please accept cookies to view it.',
    'An dieser Stelle befindet sich ein externer Inhalt. Mit einem Klick akzeptieren Sie die Datenschutzerklärung.',
    'Contenu externe bloqué. Pour afficher ce contenu, vous devez accepter les cookies.',
    'Externer Inhalt nicht verfügbar',
    'Este contenido está bloqueado hasta que acepte las cookies de marketing.',
    'You have not accepted marketing cookies.',
  ])('has no placeholder of embedded content: %s', (words) => {
    expect(bodyWith(`<div class="embed"><p>${words}</p><button>OK</button></div>`)).toBe(whole);
    expect(bodyWith(`<p>${words}</p>`, 2)).toBe(whole);
  });

  it('keeps a sentence about cookies', () => {
    const line =
      'The harbour office says that visitors must accept cookies before its page shows the times of the ferry.';
    expect(bodyWith(`<p>${line}</p>`)).toContain(line);
  });

  it.each(['{{ article.teaser }}', '{{#if paid}}Read on{{/if}}', '%%AD_SLOT%%', '&lt;%= title %&gt;', '[[related]]'])(
    'has no token that a template left: %s',
    (token) => {
      expect(bodyWith(`<p>${token}</p>`)).toBe(whole);
    },
  );

  it('keeps a token in code', () => {
    expect(bodyWith('<p>Write <code>{{ title }}</code></p>')).toContain('{{ title }}');
  });

  it.each([
    ['by its class', '<img src="/b.jpg" width="800" height="500"><p class="caption">%</p>'],
    ['by the class of its box', '<div><img src="/b.jpg"><div class="image-caption"><span>%</span></div></div>'],
    ['in italics in the paragraph of the picture', '<p><img src="/b.jpg"><br><em>%</em></p>'],
    ['small below the picture, with a credit', '<p><img src="/b.jpg"></p><p><small>% Photo: Tom Quill</small></p>'],
  ])('has no caption: %s', (_, markup) => {
    expect(bodyWith(markup.replace('%', 'The bridge on Friday, seen from the old mill.'))).toBe(whole);
  });

  it('keeps a line in italics below a picture, and a line with such a class without one', () => {
    const line = 'The bridge was the only road between the halves of the town.';
    expect(bodyWith(`<p><img src="/b.jpg"></p><p><em>${line}</em></p>`)).toContain(line);
    expect(bodyWith(`<p class="caption">${line}</p>`)).toContain(line);
  });

  it.each([
    '<div class="box"><h3>Our newsletters</h3><ul><li><b>Morning</b> The day ahead, every weekday at six</li></ul><form><input type="email"><button>Sign up</button></form></div>',
    '<div class="callout"><p>The Gazette has no owner. Support our journalism with a donation of any size.</p><a href="/donate">Donate now</a></div>',
    '<p>If you like what we do, please consider <a href="/donate">supporting us with a donation</a>.</p>',
  ])('has no appeal for an address or money: %s', (appeal) => {
    expect(bodyWith(appeal)).toBe(whole);
  });

  it('keeps a sentence that links to the donations of somebody else', () => {
    const line = 'Who wants to help the crew of the ferry finds the account for donations on its page.';
    expect(
      bodyWith(`<p>${line.replace('on its page', '<a href="https://ferry.example/donate">on its page</a>')}</p>`),
    ).toContain(line);
  });
});
