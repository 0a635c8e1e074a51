import { partsOf, patternScript } from './address.ts';
import { json, type SiteReply, type SiteRequest, type SiteState } from './site.ts';

/** Addresses of the list page. */
export const listPaths: readonly string[] = ['/', '/latest'];

const listPath = ({ plan }: SiteState): string => `${plan.endpoint.base}/feed`;

const cursorOf = (offset: number): string => Buffer.from(`after:${offset}`).toString('base64url');
const offsetOf = (cursor: string | null): number =>
  cursor === null ? 0 : Number(/^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN);

function firstOf({ query }: SiteRequest, { plan: { list } }: SiteState): number {
  if (list.paging === 'cursor') return offsetOf(query.get('after'));
  return list.paging === 'offset' ? Number(query.get('offset') ?? 0) : (Number(query.get('page') ?? 1) - 1) * list.size;
}

/** A page of the list, newest first; null where the request is for something else. */
export function listAnswer(request: SiteRequest, site: SiteState): SiteReply | null {
  if (request.path !== listPath(site)) return null;
  const first = firstOf(request, site);
  if (!(first >= 0)) return json({ error: 'bad cursor' }, 400);
  const { size, paging, items } = site.plan.list;
  const newest = [...site.stories].reverse().slice(first, first + size);
  const end = first + size;
  return json({
    items: newest.map((story) => ({
      id: story.id,
      title: story.title,
      teaser: story.teaser,
      date: story.publishedAt.toISOString(),
      ...(items === 'address' ? { link: site.addressOf(story) } : { ref: partsOf(story) }),
    })),
    ...(paging === 'cursor'
      ? { next: end < site.stories.length ? cursorOf(end) : null }
      : { total: site.stories.length }),
  });
}

/** JavaScript of `showList(main)`: the first page, and a button for the next. */
export const listScript = (site: SiteState): string => {
  const { paging, size, items } = site.plan.list;
  const query = {
    cursor: `(next ? '?after=' + next : '?limit=${size}')`,
    offset: `'?limit=${size}&offset=' + shown`,
    page: `'?page=' + (shown / ${size} + 1)`,
  }[paging];
  const link = items === 'address' ? 'item.link' : `((parts) => ${patternScript(site.plan.pagePattern)})(item.ref)`;
  return `
const showList = async (main) => {
  let next = null, shown = 0;
  main.innerHTML = '<h1>${site.plan.siteName}</h1><div class="list"></div><button class="load-more">${site.plan.language.loadMore}</button>';
  const button = main.querySelector('button');
  const more = async () => {
    const answer = await call('${listPath(site)}' + ${query});
    next = answer.next;
    shown += answer.items.length;
    for (const item of answer.items) {
      const card = document.createElement('div');
      card.className = 'card';
      card.innerHTML = '<h3><a href="' + ${link} + '">' + escapeHtml(item.title) + '</a></h3><p>' + escapeHtml(item.teaser) + '</p>';
      main.querySelector('.list').append(card);
    }
    if (${paging === 'cursor' ? '!next' : 'shown >= answer.total'}) button.remove();
  };
  button.addEventListener('click', more);
  await more();
};
`;
};
