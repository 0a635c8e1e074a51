// What stands around an article on many sites, whatever their theme: cards of other articles with their authors and dates, comments with names and dates.
import { escapeHtml } from '../../../sites/posts/blocks.ts';
import { makePosts, type Post, random } from '../../../sites/posts/posts.ts';
import { grammars, type Shell } from './articles.ts';
import { joinNames, linesOf, localDate } from './lines.ts';

interface Other {
  readonly title: string;
  readonly name: string;
  readonly date: string;
  readonly words: string;
}

const ago = ['3 days ago', '2 weeks ago', '5 hours ago', 'yesterday'];

const time = ({ date }: Other, shownAs: string): string =>
  `<time datetime="${date}T08:15:00Z">${escapeHtml(shownAs)}</time>`;

type Draw = (others: readonly Other[], language: string) => string;

const cards: readonly Draw[] = [
  (others, language) =>
    `<section class="related-posts"><h2>…</h2>${others
      .map(
        (other) =>
          `<article class="card"><h3><a href="/more/${other.date}">${escapeHtml(other.title)}</a></h3><p class="byline">${escapeHtml(byline(other, language))}</p>${time(other, localDate(other.date, language))}</article>`,
      )
      .join('')}</section>`,
  (others, language) =>
    `<aside class="also"><ul>${others
      .map(
        (other) =>
          `<li><a href="/more/${other.date}">${escapeHtml(other.title)}</a> <span class="author">${escapeHtml(other.name)}</span> <span class="date">${localDate(other.date, language)}</span></li>`,
      )
      .join('')}</ul></aside>`,
  (others) =>
    `<div class="more-stories">${others
      .map(
        (other, at) =>
          `<div><a href="/more/${other.date}"><b>${escapeHtml(other.title)}</b></a><div>${escapeHtml(other.name)} · ${time(other, ago[at % ago.length] ?? '')}</div></div>`,
      )
      .join('')}</div>`,
];

const comments: readonly Draw[] = [
  (others, language) =>
    `<section id="comments"><h2>${others.length}</h2><ol class="comment-list">${others
      .map(
        (other) =>
          `<li class="comment"><div class="comment-author vcard"><b class="fn">${escapeHtml(other.name)}</b></div><div class="comment-meta">${time(other, localDate(other.date, language))}</div><p>${escapeHtml(other.words)}</p></li>`,
      )
      .join('')}</ol></section>`,
  (others) =>
    `<div class="discussion">${others
      .map(
        (other, at) =>
          `<div class="reply"><span class="user">${escapeHtml(other.name)}</span> <span title="${other.date}">${ago[at % ago.length]}</span><div>${escapeHtml(other.words)}</div></div>`,
      )
      .join('')}</div>`,
];

const byline = ({ name }: Other, language: string): string =>
  (linesOf(language).head[0] ?? '').replace('{a}', joinNames([name], language));

/** The page with cards, comments, both or nothing, right after its article or at the end of its main part. */
export function withSurroundings(html: string, { language }: Shell, seed: number): { html: string; kind: string } {
  const next = random(seed * 104_729 + 3);
  const posts = makePosts({ grammar: grammars[language], count: 8, seed: seed + 50_000, newest: '2026-11-10' });
  const others = posts.map(asOther);
  const draw = next();
  const [hasCards, hasComments] = [draw < 0.5, draw > 0.3 && draw < 0.7];
  const one = (some: readonly Draw[], from: readonly Other[]) =>
    some[Math.floor(next() * some.length)]?.(from, language) ?? '';
  const added = `${hasComments ? one(comments, others.slice(3, 6)) : ''}${hasCards ? one(cards, others.slice(0, 3)) : ''}`;
  const kind = [hasCards ? 'cards' : '', hasComments ? 'comments' : ''].filter(Boolean).join('+') || '-';
  const at = ['</article>', '</main>', '<footer', '</body>']
    .map((mark) => html.lastIndexOf(mark))
    .find((place) => place >= 0);
  if (at === undefined) throw new Error('the page has no end');
  const place = html.startsWith('</article>', at) ? at + '</article>'.length : at;
  return { html: added === '' ? html : html.slice(0, place) + added + html.slice(place), kind };
}

const asOther = ({ title, author, date, blocks }: Post): Other => {
  const [first] = blocks;
  return { title, name: author, date, words: first?.kind === 'paragraph' ? first.text : title };
};
