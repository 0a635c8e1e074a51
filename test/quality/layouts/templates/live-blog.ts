import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, linksTo, partsHtml } from '../markup.ts';

/** Posts, newest first; key events above them repeat their titles, and each has its own sharing row. */
export const liveBlog: Layout = {
  name: 'live-blog',
  pageType: 'article',
  path: namedPath('live'),
  render: ({ article, site, published, modified }) => {
    const { words } = site;
    const events = article.parts.flatMap((part) =>
      typeof part === 'object' && 'post' in part && part.title !== undefined
        ? [{ time: part.time, title: part.title }]
        : [],
    );
    const posting = {
      '@context': 'https://schema.org',
      '@type': 'LiveBlogPosting',
      headline: article.title,
      datePublished: article.published,
      dateModified: article.modified,
      coverageStartTime: article.published,
      author: article.authors.map((name) => ({ '@type': 'Person', name })),
      liveBlogUpdate: events.map(({ title, time }) => ({
        '@type': 'BlogPosting',
        headline: title,
        datePublished: `${article.published.slice(0, 10)}T${time.replace('.', ':')}:00Z`,
      })),
    };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} - ${site.site}</title><meta property="og:title" content="${escapeHtml(article.title)}">${jsonLd(posting)}</head>
<body><header><a href="/">${site.site}</a><nav>${each(site.nav, (name) => `<a href="/s">${name}</a>`)}</nav></header>
<div class="lb-alert" role="status"><strong>LIVE</strong> 3 ${words.updated}</div>
<main class="lb"><div class="lb-head"><h1>${escapeHtml(article.title)}</h1><p class="lb-dek">${escapeHtml(article.lead)}</p><p class="lb-authors">${words.by} ${article.authors.join(words.and)}</p><p class="lb-time"><time datetime="${article.published}">${published('long')}</time> <span>${words.updated} <time datetime="${article.modified ?? article.published}">${modified('time') ?? published('time')}</time></span></p></div>
<div class="lb-grid"><nav class="lb-key"><h2>Key events</h2><ol>${each(events, ({ time, title }) => `<li><a href="#p${time}"><time>${time}</time> ${escapeHtml(title)}</a></li>`)}</ol></nav>
<div class="lb-feed">${partsHtml(
      article.parts,
      {
        post: ({ time, title, paragraphs }) =>
          `<div class="lb-post" id="p${time}"><div class="lb-post-meta"><time>${time}</time><span class="lb-post-author">${article.authors[1] ?? article.authors[0] ?? ''}</span></div>${title === null ? '' : `<h2 class="lb-post-title">${title}</h2>`}<div class="lb-post-body">${paragraphs.map((p) => `<p>${p}</p>`).join('')}</div><div class="lb-post-tools"><button>${words.share}</button><a href="#p${time}">Permalink</a></div></div>`,
      },
      (at) =>
        at === 2
          ? `<div class="lb-post lb-promo"><h3>${site.newsletter.title}</h3><p>${site.newsletter.text}</p></div>`
          : at === 4
            ? `<div class="lb-ad"><span>${words.advert}</span></div>`
            : '',
    )}
<button class="lb-more">${words.next}</button></div></div></main>
<aside><h2>${words.mostRead}</h2><ul>${linksTo(site.headlines, (link) => `<li>${link}</li>`)}</ul></aside><footer><p>${site.copyright}</p></footer></body></html>`;
  },
};
