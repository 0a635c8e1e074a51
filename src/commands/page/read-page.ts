import type { ReadPageRequest, ReadPageResult } from '../../app.ts';
import { openPage, waysOf } from '../../crawl/fetch/open-page.ts';
import { mediaPorts } from '../../crawl/media-ports.ts';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { RenderMode, Task } from '../../model/crawl/task.ts';
import { snapshotOfSource } from '../../model/page/snapshot.ts';
import { canonicalUrl, tryWebAddress, type WebAddress } from '../../model/web/canonical-url.ts';
import { unsupportedType } from '../../model/web/content-type.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { PagePorts } from '../../services.ts';
import { soundSite } from '../../settings/broken-scrapers.ts';
import { resolveMedia } from '../../stages/media/resolve-media.ts';
import { shortfallOf } from '../../stages/schedule/same-article.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';

/** The site, task and identity of a requested page. @throws CommandError where the request is no address */
export async function requestedPage(io: PagePorts, requested: string, render: RenderMode) {
  const address = tryWebAddress(requested);
  if (address === null)
    throw new CommandError(exitCodes.usage, `"${requested}" is no address: write it like https://example.com/page.`);
  const { url } = address;
  const site = { ...soundSite(io.siteOf(siteKey(url))), render };
  return { url, site, task: taskOf(address, site), identity: await io.identities.pick(site.host) };
}

/** Reads one page, on a person's request: without store, robots.txt and frontier. @throws NewshawkError, CommandError */
export async function readPage(io: PagePorts, request: ReadPageRequest): Promise<ReadPageResult> {
  const { url, site, task, identity } = await requestedPage(io, request.url, request.render);
  if (request.html !== null) return readSuppliedHtml(io, { ...request, url, html: request.html }, site);
  const ways = waysOf(site);
  for (const [index, way] of ways.entries()) {
    await using opened = await openPage(io, way, { task, site, identity, headers: {} });
    if (opened.page.status >= 400) throw new NewshawkError('unreachable', `${url} answered ${opened.page.status}`);
    const resolve = resolveMedia(mediaPorts(io, { site, identity, plays: false, isAllowed: () => true }));
    const { page, media, noMedia } = await resolve(opened);
    const snapshot = snapshotOf(page, media, noMedia);
    const reading = await io.reader.read(snapshot, { explain: request.explain });
    const isPage = unsupportedType(opened.page.headers) === null;
    if (isPage && index < ways.length - 1 && shortfallOf({ snapshot, reading }) !== null) continue;
    return { snapshot, reading };
  }
  throw new NewshawkError('bug', `no way to fetch ${url}`);
}

async function readSuppliedHtml(
  io: PagePorts,
  request: ReadPageRequest & { readonly html: string },
  site: Site,
): Promise<ReadPageResult> {
  const url = canonicalUrl(request.url);
  const { items, isVideoPage } = await io.reader.findMedia({ html: request.html, finalUrl: url, network: [] });
  const noMedia = items.length > 0 ? null : isVideoPage ? 'no-media' : 'not-video-page';
  const snapshot = snapshotOfSource(
    { url, html: request.html, takenAt: request.fetchedAt ?? io.clock.now() },
    { site: site.host, media: items, noMedia },
  );
  return { snapshot, reading: await io.reader.read(snapshot, { explain: request.explain }) };
}

const taskOf = (address: WebAddress, site: Site): Task => ({
  ...address,
  kind: 'page',
  host: new URL(address.url).host,
  site: site.host,
  sourceId: null,
  depth: 0,
  maxDepth: 0,
  linkTitle: null,
  priority: 1,
  attempts: 0,
  revisit: false,
  lease: 'none',
});
