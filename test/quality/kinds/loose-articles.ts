import { dateStyles, jsonLd, type MadePage, type Making, wholePage } from './making.ts';
import { Manner } from './manners.ts';

// Articles that have something of the other kinds: a long discussion, code, prices, questions, steps, contacts.

export const looseArticleFamilies = [
  'discussed',
  'technical',
  'tested',
  'asked',
  'announced',
  'advised',
  'brief',
] as const;

const discussion = (m: Making, manner: Manner): string => {
  const date = m.pick(dateStyles);
  const path = m.pick(['/users/', '/u/', '/profile/', '/by/', '/@']);
  const member = m.chance(0.6)
    ? (nick: string) => `<a${manner.of('author', 'username')} href="${path}${nick}">${nick}</a>`
    : (nick: string) => `<b${manner.of('author', 'fn', 'name')}>${nick}</b>`;
  return `<section${manner.of('comments', 'discussion', 'responses')} id="${m.pick(['comments', 'respond', 'disqus_thread', 'x'])}"><h3>${m.int(2, 90)} ${m.words(1)}</h3>${m.times(3, 24, () => `<div${manner.of('comment', 'reply', 'post')}>${member(m.nick())} ${date(m.at())}<div${manner.of('comment-body', 'text')}>${m.paragraphs(1, 2)}</div><a href="?replytocom=3">${m.words(1)}</a></div>`)}<form><textarea></textarea></form></section>`;
};

const sections = (m: Making, from: number, to: number, more: () => string): string =>
  m.times(
    from,
    to,
    () => `<h2${m.chance(0.3) ? ` id="${m.slug(1, 2)}"` : ''}>${m.title(2, 7)}</h2>${m.paragraphs(1, 4)}${more()}`,
  );

export function makeLooseArticle(m: Making, family: string = m.pick(looseArticleFamilies)): MadePage {
  const manner = new Manner(m);
  const title = m.title(4, 12);
  const at = m.at();
  const money = () => `$${m.int(5, 900)}.99`;
  const texts: Readonly<Record<(typeof looseArticleFamilies)[number], () => string>> = {
    discussed: () => m.paragraphs(2, 8),
    technical: () =>
      m.paragraphs(1, 3) + sections(m, 2, 6, () => `<pre><code>${m.times(1, 8, () => m.words(4))}</code></pre>`),
    tested: () =>
      m.paragraphs(1, 3) +
      sections(
        m,
        2,
        7,
        () =>
          `<div${manner.of('buy', 'product', 'offer')}><a href="https://shop.test/x">${m.title(2, 4)}</a> <span>${money()}</span></div>`,
      ),
    asked: () => m.paragraphs(1, 1) + m.times(4, 9, () => `<p><b>${m.sentence(6, 14)}</b></p><p>${m.text(2, 6)}</p>`),
    announced: () =>
      `${m.paragraphs(3, 6)}<p>${m.words(2)}: <a href="mailto:a@b.test">a@b.test</a>, <a href="tel:+155">+1 55</a></p>`,
    advised: () =>
      `${m.paragraphs(1, 2)}${sections(m, 3, 7, () => (m.chance(0.4) ? `<ul>${m.times(3, 6, () => `<li>${m.sentence()}</li>`)}</ul>` : ''))}${m.chance(0.5) ? `<div${manner.of('cta', 'banner')}><h3>${m.title(3, 6)}</h3><a${manner.of('btn')} href="/demo">${m.title(1, 3)}</a></div>` : ''}`,
    brief: () => `<p>${m.text(2, 4)}</p>`,
  };
  const date = m.pick(dateStyles)(at);
  const name = m.pick([`<a rel="author" href="/author/${m.slug(1, 2)}">${m.name()}</a>`, m.name(), '']);
  const inner = `<h1${manner.of('headline', 'entry-title', 'title')}>${title}</h1><div${manner.of('byline', 'meta', 'post-meta')}>${name} ${date}</div><div${manner.of('entry-content', 'article-body', 'story', 'post-content')}>${texts[family as keyof typeof texts]()}</div>`;
  const head = [
    m.chance(0.6) ? `<meta property="og:type" content="${m.pick(['article', 'article', 'article', 'website'])}">` : '',
    m.chance(0.3)
      ? jsonLd({
          '@type': m.pick(['NewsArticle', 'BlogPosting', 'Article']),
          headline: title,
          datePublished: at.toISOString(),
        })
      : '',
  ].join('');
  const others = m.chance(0.5)
    ? `<aside${manner.of('related', 'sidebar')}>${m.times(3, 12, () => `<div${manner.of('card', 'item')}><a href="/${m.slug(3, 6)}">${m.title()}</a>${m.chance(0.3) ? `<p>${m.sentence()}</p>` : ''}</div>`)}</aside>`
    : '';
  const isDiscussed = family === 'discussed' || m.chance(0.25);
  const path = m.pick([
    `/20${m.int(10, 25)}/0${m.int(1, 9)}/${m.slug(3, 7)}/`,
    `/blog/${m.slug(2, 6)}`,
    `/posts/${m.slug(2, 6)}/`,
    `/news/${m.slug(4, 8)}-${m.int(1_000, 900_000)}.html`,
    `/${m.slug(3, 8)}/`,
    `/press/${m.slug(3, 6)}`,
  ]);
  const box = m.pick([
    `<article>${inner}</article>`,
    `<main>${inner}</main>`,
    `<div${manner.of('post', 'article', 'content')}>${inner}</div>`,
  ]);
  return {
    kind: 'article',
    family: `loose-article-${family}`,
    url: `https://www.${m.slug(1, 2)}.test${path}`,
    html: wholePage(m, { title, head, body: `${box}${isDiscussed ? discussion(m, manner) : ''}${others}` }),
  };
}
