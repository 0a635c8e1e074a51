// Articles that have something of the other kinds: long comments, code, prices, steps, questions.
import type { Draw } from '../types/draw.ts';
import { framed, paragraphs, sidebar, time } from '../types/frame.ts';
import { inParagraphs, messagesOf, meta, page, type System, systemsOf } from './system.ts';

interface Article {
  readonly text: string;
  readonly after?: string;
  readonly path?: string;
  readonly head?: string;
}
const article =
  (make: (draw: Draw) => Article): System['page'] =>
  (draw) => {
    const title = draw.title();
    const { text, after = '', path, head = '' } = make(draw);
    const byline = draw.one([
      `<p class="byline">${draw.person()} · ${time(draw, draw.date())}</p>`,
      `<div class="meta">${time(draw, draw.date())}</div>`,
      `<span class="author"><a rel="author" href="/author/x">${draw.person()}</a></span> <span class="date">${draw.shown(draw.date())}</span>`,
    ]);
    const declared = draw.one([
      '',
      meta('og:type', 'article'),
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', '@context': 'https://schema.org', headline: title })}</script>`,
    ]);
    const inner = `<h1>${title}</h1>${byline}${text}`;
    const body = draw.one([
      `<article>${inner}</article>`,
      `<div class="post-content">${inner}</div>`,
      `<main><div class="x1">${inner}</div></main>`,
    ]);
    return {
      path:
        path ??
        draw.one([
          `/2026/0${draw.number(1, 9)}/${draw.slug()}/`,
          `/blog/${draw.slug()}`,
          `/${draw.slug()}-${draw.number(10_000, 900_000)}.html`,
          `/${draw.slug()}/`,
        ]),
      html: page(
        draw,
        `${title} | Tin Harbour`,
        framed(draw, `${body}${after}${draw.chance(0.5) ? sidebar(draw) : ''}`),
        head + declared,
      ),
    };
  };

const sections = (draw: Draw, count: number, more: () => string): string =>
  draw.many(count, () => `<h2>${draw.heading()}</h2>${paragraphs(draw, draw.number(1, 3))}${more()}`).join('');

export const controls: readonly System[] = systemsOf('article', {
  'post with a long discussion': article((draw) => ({
    text: paragraphs(draw, draw.number(3, 6)),
    after: `<div id="disqus_thread" class="${draw.one(['comments', 'discussion'])}"><ul>${messagesOf(draw)
      .map(
        (m) =>
          `<li class="post"><div class="post-content"><header><span class="author"><a href="/by/${m.nick}">${m.nick}</a></span> <a class="time-ago" title="${m.date.toISOString()}">3 years ago</a></header><div class="post-message">${inParagraphs(m)}</div><a>${draw.word('reply')}</a></div></li>`,
      )
      .join('')}</ul></div>`,
  })),
  'tutorial with code': article((draw) => ({
    text:
      paragraphs(draw, 2) +
      sections(
        draw,
        draw.number(3, 6),
        () =>
          `<pre><code class="language-js">const x = open('${draw.slug()}');\nx.run(${draw.number(1, 9)});</code></pre>`,
      ),
    path: draw.one([`/blog/${draw.slug()}`, `/posts/${draw.slug()}/`, `/2025/03/${draw.slug()}.html`]),
  })),
  'review with prices': article((draw) => ({
    text: `${paragraphs(draw, 2)}${sections(draw, draw.number(2, 4), () => `<div class="buy"><a href="https://shop.example/?tag=x">${draw.thing()}</a> <span>${draw.price()}</span></div>`)}<div class="verdict"><h3>${draw.heading()}</h3><p>${draw.sentence()}</p></div>`,
  })),
  'gift guide': article((draw) => ({
    text:
      paragraphs(draw, 1) +
      draw
        .many(
          draw.number(5, 10),
          (n) =>
            `<h3>${n + 1}. ${draw.thing()}</h3><img src="/g.jpg" alt=""><p>${draw.paragraph()}</p><a class="btn" href="https://shop.example/">${draw.price()}</a>`,
        )
        .join(''),
  })),
  'press release': article((draw) => ({
    text: `<p><strong>${draw.section()}</strong> – ${draw.paragraph()}</p>${paragraphs(draw, draw.number(2, 4))}<h3>${draw.word('about')}</h3><p>${draw.paragraph()}</p><h3>${draw.word('contact')}</h3><p>${draw.person()}<br><a href="mailto:press@tin-harbour.example">press@tin-harbour.example</a><br><a href="tel:+155">+1 55</a></p>`,
    path: draw.one([`/press/${draw.slug()}`, `/newsroom/2026/${draw.slug()}`]),
  })),
  'company blog': article((draw) => ({
    text:
      paragraphs(draw, 1) +
      sections(draw, draw.number(3, 6), () =>
        draw.chance(0.3) ? `<ul>${draw.many(4, () => `<li>${draw.sentence()}</li>`).join('')}</ul>` : '',
      ) +
      `<div class="cta-box"><h3>${draw.sentence()}</h3><a class="btn" href="/demo">${draw.word('start')}</a></div>`,
    path: `/blog/${draw.slug()}`,
  })),
  'how-to': article((draw) => ({
    text: `${paragraphs(draw, 2)}<ol>${draw.many(draw.number(4, 9), () => `<li><strong>${draw.heading()}.</strong> ${draw.paragraph()}</li>`).join('')}</ol>${paragraphs(draw, 1)}`,
  })),
  'questions in an interview': article((draw) => ({
    text:
      paragraphs(draw, 1) +
      draw
        .many(draw.number(5, 9), () => `<p><b>${draw.person()}: ${draw.sentence()}</b></p><p>${draw.paragraph()}</p>`)
        .join(''),
  })),
  'news of a few lines': article((draw) => ({
    text: `<p>${draw.sentence()} ${draw.sentence()} ${draw.sentence()}</p>`,
  })),
  'locked in part': article((draw) => ({
    text: `${paragraphs(draw, draw.number(3, 5))}<div class="newsletter-box"><form><input type="email"><button>${draw.word('subscribe')}</button></form></div>${paragraphs(draw, 2)}`,
  })),
  'article behind a consent layer': article((draw) => ({
    text: paragraphs(draw, draw.number(3, 6)),
    after: `<div id="cmp" role="dialog" class="consent"><h2>${draw.word('privacy')}</h2><p>${draw.word('cookies')}</p><button>${draw.word('acceptAll')}</button><button>${draw.word('rejectAll')}</button></div>`,
  })),
  'story in a component page': article((draw) => ({
    text: draw
      .many(draw.number(4, 9), () => `<div class="sc-p"><p class="css-1x">${draw.paragraph()}</p></div>`)
      .join(''),
    after: `<div class="css-rel">${draw.many(6, () => `<a href="/s/${draw.slug()}"><h4>${draw.title()}</h4></a>`).join('')}</div>`,
  })),
});
