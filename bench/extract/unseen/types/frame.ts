import type { Draw } from './draw.ts';

interface Head {
  readonly title: string;
  /** `og:type`; many systems call each of their pages an article. */
  readonly ogType?: string;
  readonly jsonLd?: object;
  readonly bodyClass?: string;
  readonly generator?: string;
}

const siteName = 'Tin Harbour';

/** A document with its head. */
export function documentOf(
  draw: Draw,
  { title, ogType, jsonLd, bodyClass = '', generator }: Head,
  body: string,
): string {
  const meta = [
    `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${title}${draw.one([' | ', ' – ', ' - '])}${siteName}</title>`,
    generator === undefined ? '' : `<meta name="generator" content="${generator}">`,
    draw.chance(0.5) ? `<meta name="description" content="${draw.sentence()}">` : '',
    ogType === undefined
      ? ''
      : `<meta property="og:type" content="${ogType}"><meta property="og:title" content="${title}"><meta property="og:site_name" content="${siteName}">`,
    jsonLd === undefined
      ? ''
      : `<script type="application/ld+json">${JSON.stringify(jsonLd).replaceAll('<', '\\u003c')}</script>`,
  ];
  return `<!DOCTYPE html>\n<html lang="${draw.language}">\n<head>\n${meta.filter(Boolean).join('\n')}\n</head>\n<body class="${bodyClass}">\n${body}\n</body>\n</html>\n`;
}

/** What stands above and below the main part of an ordinary site. */
export function framed(draw: Draw, main: string): string {
  const links = (['home', 'news', 'forum', 'about', 'contact'] as const).map(
    (word) => `<li><a href="/${word}/">${draw.word(word)}</a></li>`,
  );
  const header = draw.one([
    `<header><a class="logo" href="/">${siteName}</a><nav><ul>${links.join('')}</ul></nav><form role="search"><input type="search" placeholder="${draw.word('search')}"></form></header>`,
    `<div id="top"><div id="logo"><a href="/">${siteName}</a></div><ul id="menu">${links.join('')}</ul></div>`,
    `<div class="masthead"><h1 class="site-title"><a href="/">${siteName}</a></h1><ul class="menu">${links.join('')}<li><a href="/login">${draw.word('login')}</a></li></ul></div>`,
  ]);
  const footer = draw.one([
    `<footer><p>© 2026 ${siteName}</p><a href="/privacy">${draw.word('privacy')}</a> <a href="/terms">${draw.word('terms')}</a></footer>`,
    `<div id="footer">© ${siteName} · <a href="/contact">${draw.word('contact')}</a></div>`,
  ]);
  return `${header}\n${main}\n${footer}`;
}

/** Small boxes beside the main part. */
export const sidebar = (draw: Draw): string =>
  `<aside class="sidebar"><section class="widget"><h3>${draw.word('related')}</h3><ul>${draw
    .many(draw.number(3, 7), () => `<li><a href="/${draw.slug()}">${draw.title()}</a></li>`)
    .join(
      '',
    )}</ul></section><section class="widget"><h3>${draw.word('subscribe')}</h3><form><input type="email" placeholder="${draw.word('email')}"><button>${draw.word('send')}</button></form></section></aside>`;

export const time = (draw: Draw, date: Date): string =>
  draw.one([
    `<time datetime="${date.toISOString()}">${draw.shown(date)}</time>`,
    `<span class="date">${draw.shown(date)}</span>`,
    `<abbr title="${date.toISOString()}">${draw.shown(date)}</abbr>`,
  ]);

export const paragraphs = (draw: Draw, count: number): string =>
  draw.many(count, () => `<p>${draw.paragraph()}</p>`).join('\n');
