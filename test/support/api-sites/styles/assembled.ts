import { patternScript } from '../address.ts';
import { bodyHtml } from '../body-form.ts';
import { filledMarkup } from '../markup.ts';
import { answerOf } from '../record.ts';
import { json, type SiteReply, type SiteState, type Style, text } from '../site.ts';
import type { SiteStory } from '../stories.ts';
import { slotsOf } from './rest.ts';

const callbackName = /^[\w$.]+$/;

function jsonpAnswer(callback: string | null, value: unknown, status = 200): SiteReply {
  if (callback === null || !callbackName.test(callback)) return text('text/plain', 'callback?', 400);
  return text('text/javascript', `/**/${callback}(${JSON.stringify(value)});`, status);
}

/** JSONP: the callback has the same name on all pages, or one with a counter. */
const jsonp = (name: string, callback: string): Style => {
  const pattern = (site: SiteState) =>
    `${site.plan.endpoint.base}/${site.plan.endpoint.noun}/{id}.js?callback={callback}`;
  const weather = (site: SiteState) => `${site.plan.endpoint.base}/weather.js`;
  return {
    name,
    learnable: true,
    address: 'id',
    script: (site) => `let calls = 0;
const jsonp = (address) => new Promise((resolve, reject) => {
  const callback = ${callback};
  const element = document.createElement('script');
  window[callback] = (answer) => { delete window[callback]; element.remove(); resolve(answer); };
  element.onerror = reject;
  element.src = apiOrigin + address + (address.includes('?') ? '&' : '?') + 'callback=' + callback;
  document.head.append(element);
});
// some pages ask for more before: the counter differs by page
${name === 'jsonp' ? '' : `for (let left = Number(parts.id) % 3; left > 0; left--) await jsonp('${weather(site)}');`}
return readRecord(await jsonp(${patternScript(pattern(site).replace(/\?.*/, ''))}));`,
    answer: (request, site) => {
      if (request.path === weather(site))
        return jsonpAnswer(request.query.get('callback'), { temperature: 7, sky: 'clear' });
      const slots = slotsOf(request, pattern(site));
      if (slots === null) return null;
      const story = site.storyOf(slots.id);
      const answer = story === null ? { error: 'not found' } : answerOf(site.plan.record, story);
      return jsonpAnswer(request.query.get('callback'), answer, story === null ? 404 : 200);
    },
  };
};

function shownStory(site: SiteState, story: SiteStory): string {
  return filledMarkup(site.plan, {
    title: story.title,
    body: bodyHtml(story.blocks),
    authors: story.authors.map(({ name }) => name),
    published: story.publishedAt,
    modified: story.modifiedAt ?? story.publishedAt,
    image: story.image?.path ?? null,
  });
}

const fragmentPattern = (site: SiteState): string => `${site.plan.endpoint.base}/fragments/{slug}.html`;

const fragment: Style = {
  name: 'html-fragment',
  mayPrefetch: true,
  learnable: true,
  address: 'slug',
  script: (site) => `return { html: await call(${patternScript(fragmentPattern(site))}, { as: 'text' }) };`,
  answer: (request, site) => {
    const slots = slotsOf(request, fragmentPattern(site));
    if (slots === null) return null;
    const story = site.storyOf(slots.slug);
    return story === null ? text('text/html', '<p>404</p>', 404) : text('text/html', shownStory(site, story));
  },
};

/** The article names its author by id; a second answer has the name. */
const joinedAuthor: Style = {
  name: 'joined-author',
  oneAuthor: true,
  learnable: true,
  address: 'id',
  script: (site) => `const article = readRecord(await call(${patternScript(site.endpoint('{id}'))}));
const author = await call('${site.plan.endpoint.base}/authors/' + article.authorData);
article.names = [author.person ? author.person.name : author.name];
return article;`,
  answer: (request, site) => {
    const { base } = site.plan.endpoint;
    const author = slotsOf(request, `${base}/authors/{id}`);
    if (author !== null) return authorAnswer(site, author.id ?? '');
    const slots = slotsOf(request, site.endpoint('{id}'));
    if (slots === null) return null;
    const story = site.storyOf(slots.id);
    return site.article(story, { authors: Number(story?.authors[0]?.id) });
  },
};

function authorAnswer({ plan, stories }: SiteState, id: string): SiteReply {
  const author = stories.flatMap(({ authors }) => authors).find((candidate) => candidate.id === id);
  if (author === undefined) return json({ error: 'not found' }, 404);
  const bio = plan.language.quotes[Number(id) % plan.language.quotes.length];
  return json(
    plan.key.length % 2 === 0 ? { id: Number(id), name: author.name, bio } : { person: { name: author.name }, bio },
  );
}

/** The first answer has the first part of the body, a second one the rest. */
const joinedBody: Style = {
  name: 'joined-body',
  learnable: true,
  address: 'slug',
  script: (
    site,
  ) => `const [first, second] = [await call(${patternScript(site.endpoint('{slug}'))}), await call(${patternScript(restPattern(site))})];
const article = readRecord(first);
article.body += readRecord(second).body;
return article;`,
  answer: (request, site) => {
    const [start, end] = [slotsOf(request, site.endpoint('{slug}')), slotsOf(request, restPattern(site))];
    if (end !== null) return partOf(site, end.slug ?? '', (blocks) => blocks.slice(Math.ceil(blocks.length / 2)));
    return start === null
      ? null
      : partOf(site, start.slug ?? '', (blocks) => blocks.slice(0, Math.ceil(blocks.length / 2)));
  },
};

const restPattern = (site: SiteState): string => site.endpoint('{slug}', `${site.plan.endpoint.noun}-rest`);

function partOf(site: SiteState, slug: string, part: (blocks: SiteStory['blocks']) => SiteStory['blocks']): SiteReply {
  const story = site.storyOf(slug);
  return site.article(story, story === null ? {} : { blocks: part(story.blocks) });
}

export const assembledStyles: readonly Style[] = [
  jsonp('jsonp', `'onArticle'`),
  jsonp('jsonp-counter', `'jsonp_' + ++calls`),
  fragment,
  joinedAuthor,
  joinedBody,
];
