import { describe, expect, it } from 'vitest';
import { paragraphs } from '../page.ts';
import { bodyOf, read } from './read.ts';

const headline = 'Harbour bridge reopens after eleven months';
const own = paragraphs.join('\n\n');
const prose = paragraphs.map((text) => `<p>${text}</p>`).join('');
const voices = [
  'My grandmother crossed the old bridge with her goats every spring, and she would have had something to say about a repair that takes eleven months.',
  'Nobody writes about the ferry crew, who stood in the rain for us every morning at five and never once took the wrong change from a child.',
  'Nine million is a lot for a pier that stood for a hundred years without any help, but I am glad that I can visit my sister on foot again.',
];

/** A page whose class names say nothing. */
const page = (parts: { readonly text?: string; readonly before?: string; readonly after?: string }): string =>
  `<!doctype html><html lang="en"><head><title>${headline} - The Gazette</title></head><body>${parts.before ?? ''}<div class="x1"><div class="x2"><h1>${headline}</h1><div class="x3">${parts.text ?? prose}</div></div>${parts.after ?? ''}</div></body></html>`;

const rulesOn = (html: string): readonly string[] => read(html).trace.map(({ rule }) => rule);

describe('comments without a name', () => {
  const thread = (label: string) =>
    `<div class="x4">${voices.map((text, at) => `<div class="x5"><b>Reader ${at}</b><p>${text}</p><span>${at}</span> <a href="#r${at}">${label}</a></div>`).join('')}</div>`;

  it.each(['Reply', 'Antworten', 'Répondre', 'Responder', '回复', '返信', 'رد'])('are left out by "%s"', (label) => {
    const html = page({ after: thread(label) });
    expect(rulesOn(html)).toContain('comment-thread');
    expect(bodyOf(html)).toBe(own);
  });

  it('are left out with answers within answers', () => {
    const [first, second, third] = voices.map(
      (text, at) => `<div class="x5"><p>${text}</p><a href="#r${at}">Reply</a></div>`,
    );
    const nested = `<ul><li>${first}<ul><li>${second}</li></ul></li><li>${third}</li></ul>`;
    expect(rulesOn(page({ after: nested }))).toContain('comment-thread');
    expect(bodyOf(page({ after: nested }))).toBe(own);
  });

  it.each(['Comments', '3 comments', 'Kommentare (3)', 'Reader comments', '网友评论', 'コメント'])(
    'are left out in a box that begins with "%s"',
    (heading) => {
      const after = `<div class="x4"><div><b>${heading}</b></div>${voices.map((text) => `<div>${text}</div>`).join('')}</div>`;
      expect(rulesOn(page({ after }))).toContain('comment-thread');
      expect(bodyOf(page({ after }))).toBe(own);
    },
  );

  it('stay on a forum, where they are the text', () => {
    const body = bodyOf(page({ text: '', after: thread('Reply') }));
    for (const voice of voices) expect(body).toContain(voice);
  });

  it('stay as a section about what somebody said', () => {
    const section = `<div><h2>The mayor's comments</h2>${voices.map((text) => `<p>${text}</p>`).join('')}</div>`;
    expect(bodyOf(page({ text: prose + section }))).toContain(voices[2]);
  });

  it('leave an article that ends with a control to answer it', () => {
    expect(bodyOf(page({ text: `${prose}<a href="#r">Reply</a>`, after: thread('Reply') }))).toContain(paragraphs[3]);
  });
});

describe('a consent dialog without a name', () => {
  const words = [
    'We value your privacy. We and our 812 partners store and read information on your device, such as cookies, and process personal data for measured advertisements and content.',
    'With your permission we may also use your exact place and scan your device to recognise it. You may agree to all of this, or look at the details before you decide.',
  ];
  const dialog = (buttons: string) =>
    `<div class="y1"><div class="y2">${words.map((text) => `<p>${text}</p>`).join('')}<div>${buttons}</div></div></div>`;
  const two = '<button>Settings</button><button>Agree</button>';

  it('is left out by its words and its two buttons', () => {
    expect(bodyOf(page({ before: dialog(two) }))).toBe(own);
    expect(rulesOn(page({ before: dialog(two) }))).toContain('consent-form');
  });

  it('stays where it is the only text of the page, and without buttons', () => {
    const note = `<p>${words[0]}</p>`;
    expect(bodyOf(page({ text: words.map((text) => `<p>${text}</p>`).join('') + two }))).toContain(words[1]);
    expect(bodyOf(page({ text: prose + note }))).toBe(bodyOf(page({ text: prose + note }), 'hidden/consent-form'));
  });
});

describe('leads below headlines of other articles', () => {
  const teasers = [
    'The mill at Orrin stops for good',
    'Why the ferry crew moves to a ship',
    'Nine million for one pier',
  ];
  const list = (tag: string) =>
    `<div class="z1">${voices.map((text, at) => `<${tag} class="z2"><h3><a href="/n${at}">${teasers[at]}</a></h3><p>${text}</p></${tag}>`).join('')}</div>`;

  it.each(['div', 'li', 'article'])('are left out in <%s>', (tag) => {
    const short = paragraphs.slice(0, 2);
    const html = page({ text: short.map((text) => `<p>${text}</p>`).join(''), after: list(tag) });
    expect(rulesOn(html)).toContain('teaser-record');
    expect(bodyOf(html)).toBe(short.join('\n\n'));
  });

  it('stay between paragraphs, and where they are the text', () => {
    const within = page({ text: `${prose}${list('div')}${prose.replaceAll('ferry', 'boat')}` });
    expect(bodyOf(within)).toBe(bodyOf(within, 'boilerplate/teaser-record'));
    const alone = page({ text: list('div') });
    expect(bodyOf(alone)).toBe(bodyOf(alone, 'boilerplate/teaser-record'));
  });
});

describe('an appeal that the page repeats outside the text', () => {
  const appeal = 'Our harbour newsletter brings the five stories that matter to your door before breakfast.';
  const pitch = `<section><h3>Do you like it?</h3><p>${appeal}</p></section>`;

  it('is left out where it has its own box, and stays between paragraphs and as the first block', () => {
    const off = 'boilerplate/repeated-sentence';
    const boxed = page({ text: `${prose}<div><p>${appeal}</p></div>`, after: pitch });
    expect(bodyOf(boxed)).toBe(own);
    for (const text of [`${prose}<p>${appeal}</p>`, `<div><p>${appeal}</p></div>${prose}`]) {
      const html = page({ text, after: pitch });
      expect(bodyOf(html)).toBe(bodyOf(html, off));
    }
  });
});
