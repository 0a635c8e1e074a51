import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoFile, longFile } from '../bytes/film-bytes.ts';
import { entryName, type FilmFile, filmFile, filmFolder, segment } from '../bytes/film-files.ts';
import { mpd } from '../bytes/mpd.ts';
import { playerLibrary } from '../in-page/library.ts';
import { apiAnswer, workerScript } from '../markup/addresses.ts';
import { outerFrame, playerDocument } from '../markup/containers.ts';
import { clipUrl } from '../markup/decoys.ts';
import { emptyApp, emptyRoute } from '../markup/empty-pages.ts';
import type { Origins } from '../markup/origins.ts';
import { appScript, pageDocument, routeMarkup } from '../markup/page.ts';
import { planOf, type VideoPagePlan } from '../plan/plan.ts';
import { isSigned, signedQuery } from './signatures.ts';

export interface SiteRequest {
  readonly url: URL;
  readonly method: string;
  readonly body: string;
  readonly referer: string;
  readonly cookie: string;
}

export interface SiteAnswer {
  readonly body: Buffer | string;
  readonly type: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SiteContext {
  readonly origins: Origins;
  /** Epoch seconds. */
  readonly nowS: () => number;
  /** When the live streams began, epoch seconds. */
  readonly liveSinceS: number;
  /** Called for each file of a film that is sent. */
  readonly onFilm: (seed: number, film: string, file: string) => void;
}

const modules = join(import.meta.dirname, '../../../../node_modules');
const engines: Readonly<Record<string, string>> = {
  '/lib/hls.js': join(modules, 'hls.js/dist/hls.min.js'),
  '/lib/dash.js': join(modules, 'dashjs/dist/modern/umd/dash.all.min.js'),
};

const html = (body: string, headers: Readonly<Record<string, string>> = {}): SiteAnswer => ({
  body,
  type: 'text/html; charset=utf-8',
  headers,
});
const script = (body: Buffer | string): SiteAnswer => ({ body, type: 'text/javascript; charset=utf-8' });
const json = (value: unknown): SiteAnswer => ({ body: JSON.stringify(value), type: 'application/json' });
const refused = (status: number, text: string): SiteAnswer => ({ body: text, type: 'text/plain', status });

type Route = (parts: readonly string[], request: SiteRequest, context: SiteContext) => SiteAnswer | null;

/** The first part of the path, and what answers. The second part is the seed. */
const routes: Readonly<Record<string, Route>> = {
  v: ([, seed, ...rest], _request, { origins }) => {
    const plan = planOf(Number(seed));
    if (rest.length > 0 && rest[0] !== 'episode') return html(`<h1>${plan.title}</h1>`);
    return html(pageDocument(plan, origins), { 'set-cookie': `visit=${cookieOf(plan)}; Path=/` });
  },
  frame: ([, seed, depth], { url }, { origins }) => {
    const plan = planOf(Number(seed));
    if (depth === '2') return html(outerFrame(plan, origins, url.searchParams.get('e') ?? ''));
    return html(playerDocument(plan, origins));
  },
  lib: ([, seed]) => script(playerLibrary(planOf(Number(seed)))),
  js: ([, seed, name], _request, { origins }) => {
    const plan = planOf(Number(seed));
    if (name === 'worker.js') return script(workerScript(plan, origins));
    return script(plan.film === null ? emptyApp(plan, origins) : appScript(plan, origins));
  },
  api: ([, seed, call], request, context) => apiRoute(planOf(Number(seed)), call ?? '', request, context),
  go: ([, seed, id], _request, { origins }) => {
    const plan = planOf(Number(seed));
    const film = plan.films.find((each) => each.id === id);
    if (film === undefined) return null;
    const location = origins.cdn + filmFolder(plan, film) + entryName(plan);
    return { body: '', type: 'text/plain', status: 302, headers: { location } };
  },
  f: ([, seed, id, ...rest], request, context) =>
    filmRoute(
      planOf(Number(seed)),
      { id: id ?? '', name: rest.at(-1) ?? '', isDeep: rest.length > 1 },
      request,
      context,
    ),
  c: ([, seed, kind]) => {
    // an advertisement that can be skipped is longer than anybody waits
    if (kind === 'ad' && planOf(Number(seed)).choices.hasSkip) return { body: longFile('loop.mp4'), type: 'video/mp4' };
    const files = {
      ad: 'loop.mp4',
      loop: 'loop.mp4',
      preview: 'preview.mp4',
      short: 'loop.mp4',
      trailer: 'barge.mp4',
    } as const;
    const file = files[kind as keyof typeof files];
    return { body: file === undefined ? longFile('barge.mp4') : demoFile(file), type: 'video/mp4' };
  },
  drm: ([, , name]) =>
    name === 'manifest.mpd'
      ? { body: mpd({ kind: 'DRM', base: '', liveSince: '' }), type: 'application/dash+xml' }
      : segment(name ?? '', false),
};

/** @returns null: nothing is there */
export function answerTo(request: SiteRequest, context: SiteContext): SiteAnswer | null {
  const engine = engines[request.url.pathname];
  if (engine !== undefined) return script(readFileSync(engine));
  const parts = request.url.pathname.split('/').slice(1);
  if (!/^[1-9]\d{0,6}$/.test(parts[1] ?? '')) return null;
  return routes[parts[0] ?? '']?.(parts, request, context) ?? null;
}

const cookieOf = ({ seed }: VideoPagePlan): string => `m${seed * 7 + 3}`;

function apiRoute(
  plan: VideoPagePlan,
  call: string,
  { url, method, body }: SiteRequest,
  context: SiteContext,
): SiteAnswer | null {
  const { origins, nowS } = context;
  if (call === 'route')
    return json({ html: plan.film === null ? emptyRoute(plan, origins) : routeMarkup(plan, origins) });
  if (call === 'vast.xml')
    return {
      body: `<VAST version="3.0"><Ad id="1"><InLine><Creatives><Creative><Linear><Duration>00:00:03</Duration><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[${clipUrl(plan, 'ad', origins)}]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
      type: 'application/xml',
    };
  const isPosted = plan.film?.address === 'POST';
  if (isPosted && method !== 'POST') return refused(405, 'POST only');
  const wanted = isPosted ? (JSON.parse(body) as { id: string }).id : url.searchParams.get('id');
  const film = plan.films.find(({ id }) => id === wanted);
  if (film === undefined) return null;
  if (call === 'manifest') {
    const manifest = filmFile(plan, entryName(plan), {
      ...liveOf(context),
      base: origins.cdn + filmFolder(plan, film),
    });
    return manifest === null ? null : json(apiAnswer(plan, manifest.body.toString()));
  }
  return call === 'play' ? json(apiAnswer(plan, playAddress(plan, film.id, origins, nowS()))) : null;
}

/** What the API and the socket name: signed where the film asks for it. */
export function playAddress(plan: VideoPagePlan, id: string, origins: Origins, nowS: number): string {
  const path = `/f/${plan.seed}/${id}/${entryName(plan)}`;
  const query = plan.film?.address === 'signed' ? signedQuery(path, plan.choices.signature, nowS) : '';
  return origins.cdn + path + query;
}

const liveOf = ({ nowS, liveSinceS }: SiteContext): { readonly liveS: number; readonly liveSince: string } => ({
  liveS: nowS() - liveSinceS,
  liveSince: new Date(liveSinceS * 1_000).toISOString(),
});

function filmRoute(
  plan: VideoPagePlan,
  { id, name, isDeep }: { readonly id: string; readonly name: string; readonly isDeep: boolean },
  { url, referer, cookie }: SiteRequest,
  context: SiteContext,
): SiteAnswer | null {
  if (!plan.films.some((film) => film.id === id)) return null;
  const { fence } = plan.choices;
  const isOurs = [context.origins.page, context.origins.embed, context.origins.cdn].some((origin) =>
    referer.startsWith(origin),
  );
  if (fence === 'referer' && !isOurs) return refused(403, 'the Referer is another site');
  if (fence === 'cookie' && !cookie.includes(`visit=${cookieOf(plan)}`)) return refused(403, 'no visit');
  const isEntry = name === entryName(plan);
  if (isEntry && plan.film?.address === 'signed' && !isSigned(url, context.nowS())) return refused(403, 'not signed');
  // where the manifest is behind a redirect, so are its renditions: what they name is relative to where they are in the end
  if (plan.film?.address === 'redirect' && !isDeep && /^(v[01]|a)\.m3u8$/.test(name))
    return { body: '', type: 'text/plain', status: 302, headers: { location: `deep/${name}` } };
  const file: FilmFile | null = filmFile(plan, name, liveOf(context));
  if (file !== null) context.onFilm(plan.seed, id, name);
  return file;
}
