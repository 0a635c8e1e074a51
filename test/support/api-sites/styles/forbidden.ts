import { createHmac } from 'node:crypto';
import { patternScript } from '../address.ts';
import { hexOf } from '../chance.ts';
import { json, jsonBody, type SiteState, type Style } from '../site.ts';
import { hmacScript } from './hmac-script.ts';
import { slotsOf } from './rest.ts';

/** A header as one string; empty where it is missing. */
const header = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/** The app's script hides the key in pieces. */
const keyOf = ({ plan }: SiteState): string => `k-${[...plan.key].reverse().join('')}`;

const signed: Style = {
  name: 'signed',
  learnable: false,
  address: 'id',
  script: (site) => `${hmacScript}
const path = ${patternScript(site.endpoint('{id}'))};
const time = String(Date.now());
const key = [${[...keyOf(site)].map((char) => char.charCodeAt(0) + 7).join(',')}].map((code) => String.fromCharCode(code - 7)).join('');
return readRecord(await call(path, { headers: { 'x-time': time, 'x-signature': hmac(key, path + ':' + time) } }));`,
  answer: (request, site) => {
    const slots = slotsOf(request, site.endpoint('{id}'));
    if (slots === null) return null;
    const [time, signature] = [header(request.headers['x-time']), header(request.headers['x-signature'])];
    const expected = createHmac('sha256', keyOf(site)).update(`${request.address}:${time}`).digest('hex');
    // a signature is good for one request: the same time and path again is a copy
    if (time === '' || signature !== expected || site.valid.has(signature))
      return json({ error: 'bad signature' }, 403);
    site.valid.add(signature);
    return site.article(site.storyOf(slots.id));
  },
};

const noncePattern = (site: SiteState): string =>
  `${site.plan.endpoint.base}/${site.plan.endpoint.noun}?id={id}&nonce={nonce}`;

const nonce: Style = {
  name: 'nonce',
  learnable: false,
  address: 'id',
  script: (site) => `const { nonce } = await call('${site.plan.endpoint.base}/nonce');
return readRecord(await call('${site.plan.endpoint.base}/${site.plan.endpoint.noun}?id=' + parts.id + '&nonce=' + nonce));`,
  answer: (request, site) => {
    if (request.path === `${site.plan.endpoint.base}/nonce`) {
      const value = hexOf(site.chance, 24);
      site.valid.add(value);
      return json({ nonce: value });
    }
    const slots = slotsOf(request, noncePattern(site));
    if (slots === null) return null;
    return site.valid.delete(slots.nonce ?? '')
      ? site.article(site.storyOf(slots.id))
      : json({ error: 'used nonce' }, 403);
  },
};

/** Sessions that are valid at a time: the oldest ends when another begins. */
export const sessionsAtATime = 12;

const session: Style = {
  name: 'session-token',
  learnable: false,
  address: 'slug',
  script: (site) => `let token = sessionStorage.getItem('session');
if (!token) {
  const client = Math.random().toString(36).slice(2);
  const answer = await call('${site.plan.endpoint.base}/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ client }) });
  token = client + '.' + answer.token;
  sessionStorage.setItem('session', token);
}
const [client, secret] = token.split('.');
return readRecord(await call(${patternScript(site.endpoint('{slug}'))}, { headers: { 'x-client': client, 'x-session': secret } }));`,
  answer: (request, site) => {
    if (request.path === `${site.plan.endpoint.base}/session` && request.method === 'POST')
      return newSession(site, jsonBody(request)?.client);
    const slots = slotsOf(request, site.endpoint('{slug}'));
    if (slots === null) return null;
    const pair = `${header(request.headers['x-client'])}.${header(request.headers['x-session'])}`;
    return site.valid.has(pair) ? site.article(site.storyOf(slots.slug)) : json({ error: 'no session' }, 401);
  },
};

function newSession(site: SiteState, client: unknown) {
  const token = hexOf(site.chance, 32);
  site.valid.add(`${String(client)}.${token}`);
  if (site.valid.size > sessionsAtATime) for (const oldest of [...site.valid].slice(0, 1)) site.valid.delete(oldest);
  return json({ token });
}

/** Every request draws one of two bodies: the story's, or another text. */
const twoBodies: Style = {
  name: 'two-bodies',
  learnable: false,
  address: 'id',
  script: (site) => `return readRecord(await call(${patternScript(site.endpoint('{id}'))}));`,
  answer: (request, site) => {
    const slots = slotsOf(request, site.endpoint('{id}'));
    if (slots === null) return null;
    const story = site.storyOf(slots.id);
    if (story === null) return site.article(null);
    return site.article(story, { blocks: site.chance.happens(0.5) ? story.blocks : otherBlocks(site, story.index) });
  },
};

/** The second body of a story: the paragraphs of another one. */
export function otherBlocks({ stories }: SiteState, index: number) {
  const other = stories[(index + 1) % stories.length];
  return [...(other?.blocks ?? [])].reverse();
}

/** The article is the answer of a POST that counts a reading; on some sites the answer says what is left of a quota, on others it is the same each time. */
const effect: Style = {
  name: 'post-effect',
  learnable: false,
  address: 'id',
  script: (site) => `return readRecord(await call('${site.plan.endpoint.base}/readings', {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ article: Number(parts.id), source: 'web' }) }));`,
  answer: (request, site) => {
    if (request.path !== `${site.plan.endpoint.base}/readings` || request.method !== 'POST') return null;
    const story = site.storyOf(String(jsonBody(request)?.article));
    if (story === null) return site.article(null);
    site.effects.set(story.index, (site.effects.get(story.index) ?? 0) + 1);
    const total = [...site.effects.values()].reduce((sum, count) => sum + count, 0);
    return site.article(story, site.plan.list.size === 10 ? {} : { extra: { readingsLeft: 100_000 - total } });
  },
};

export const forbiddenStyles: readonly Style[] = [signed, nonce, session, twoBodies, effect];
