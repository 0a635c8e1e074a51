import { load } from 'cheerio';
import { request } from 'undici';
import { eachPage, type Way } from '../way.ts';

/** The plain loop: undici, cheerio, the addresses of all links. */
export const way: Way = (plan, onPage) =>
  eachPage(plan, onPage, async (url) => {
    const { body } = await request(url);
    const html = await body.text();
    const $ = load(html);
    const links = new Set(
      $('a[href]')
        .toArray()
        .map((link) => new URL($(link).attr('href') ?? '', url).href),
    );
    if (links.size === 0) throw new Error('no links');
    return html;
  });
