import type { Part } from '../article.ts';
import { type Layout, namedPath } from '../layout.ts';
import { each, escapeHtml, jsonLd, partsHtml } from '../markup.ts';

const listsOf = (parts: readonly Part[]): string[][] =>
  parts.flatMap((part) => (typeof part === 'object' && 'list' in part ? [part.list] : []));

/** Story first, then a recipe card with ticking boxes, ratings and a nutrition table, then hundreds of words of comments. */
export const recipe: Layout = {
  name: 'recipe',
  pageType: 'article',
  path: namedPath('recipes'),
  render: ({ article, site, published }) => {
    const { words } = site;
    const [ingredients = [], steps = []] = listsOf(article.parts);
    const data = {
      '@context': 'https://schema.org/',
      '@type': 'Recipe',
      name: article.title,
      datePublished: article.published.slice(0, 10),
      author: { '@type': 'Person', name: article.authors[0] },
      recipeIngredient: ingredients,
      recipeInstructions: steps.map((text) => ({ '@type': 'HowToStep', text })),
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.8, ratingCount: 112 },
    };
    return `<!DOCTYPE html><html lang="${article.lang}"><head><meta charset="utf-8"><title>${escapeHtml(article.title)} | ${site.site}</title>${jsonLd(data)}</head><body class="recipe-single">
<header class="head"><a href="/">${site.site}</a><ul>${each(site.nav, (name) => `<li><a href="/s">${name}</a></li>`)}</ul></header>
<div class="jump"><a href="#card">Jump to recipe</a> <a href="/print">${words.print}</a></div>
<div class="wrap"><main><h1>${escapeHtml(article.title)}</h1><div class="by">Recipe by <a href="/a">${article.authors[0]}</a> · ${words.updated} ${published('long')}</div>
<div class="stars" aria-label="4.8 of 5">★★★★★ <span>112 ratings</span></div><img src="/cake.jpg" alt="${escapeHtml(article.image.alt)}">
<p class="affiliate"><em>${site.disclaimer}</em></p>
${partsHtml(
  article.parts,
  {
    heading: (html) => `<h3 class="wprm-header" id="card">${html}</h3>`,
    list: (items, ordered) =>
      ordered
        ? `<div class="wprm-instructions">${items.map((item, at) => `<div class="wprm-step"><span class="wprm-step-number">${at + 1}</span><div class="wprm-step-text">${item}</div></div>`).join('')}</div>`
        : `<ul class="wprm-ingredients">${items.map((item) => `<li><input type="checkbox" id="i"><label for="i">${item}</label></li>`).join('')}</ul>`,
  },
  (at) =>
    at === 1
      ? `<div class="wprm-times"><div><span>Prep</span> <b>20 min</b></div><div><span>Cook</span> <b>50 min</b></div><div><span>Serves</span> <b>12</b></div></div><div class="ad">${words.advert}</div>`
      : '',
)}
<div class="nutrition"><h4>Nutrition</h4><table><tr><td>Calories</td><td>312 kcal</td></tr><tr><td>Fat</td><td>14 g</td></tr><tr><td>Sugar</td><td>26 g</td></tr></table></div>
<div class="rate"><h4>Did you make this?</h4><p>Tag @${site.site.replace(/\W/g, '').toLowerCase()} and let us see it!</p></div>
<section class="replies"><h4>${site.comments.length} ${words.comments}</h4>${each(site.comments, ({ name, text }) => `<div class="r"><strong>${name}</strong> ★★★★★<p>${escapeHtml(text)}</p><a href="#">${words.reply}</a></div>`)}</section></main>
<aside><div class="bio"><h4>${words.about}</h4><p>${escapeHtml(article.bios[0] ?? '')}</p></div>${each(site.teasers, ({ title, text }) => `<div class="card"><h5>${escapeHtml(title)}</h5><p>${escapeHtml(text)}</p></div>`)}</aside></div><footer>${site.copyright}</footer></body></html>`;
  },
};
