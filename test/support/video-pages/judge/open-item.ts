import type { Answer, AnswerItem } from './judge.ts';

// Opens an item as a downloader does: with its own headers, down to the first bytes of its media.

const timeoutMs = 15_000;
const headBytes = 4_096;
const withoutAddress: ReadonlySet<string> = new Set(['mse-capture', 'websocket', 'mediastream']);

type OpenRequest = (url: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

/** @returns problems; none when the item opens */
export async function openItem(item: Answer['items'][number]): Promise<string[]> {
  if (withoutAddress.has(item.delivery)) return [];
  const request: OpenRequest = async (url, headers = {}) => {
    const own = url === item.url ? { method: item.method ?? 'GET', body: item.body ?? null } : {};
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { ...own, headers: { ...item.headers, ...headers }, signal });
    if (!response.ok) throw new Error(`${response.status} for ${url}`);
    return response;
  };
  try {
    if (item.delivery === 'hls') await openHls(item, request);
    else if (item.delivery === 'dash') await openDash(item, request);
    else await expectMedia(item.url, request, /^....ftyp/s);
    return [];
  } catch (error) {
    return [`does not open: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function openHls(item: AnswerItem, request: OpenRequest): Promise<void> {
  const { text, url } = await manifestOf(item, request);
  if (!text.startsWith('#EXTM3U')) throw new Error('it is no playlist');
  const playlists = /^#EXT-X-STREAM-INF:/m.test(text) ? [...entriesOf(text), ...urisOf(text, 'MEDIA')] : [];
  // what the answer names as renditions is opened by downloaders as it is
  const named = (item.variants ?? []).map((variant) => variant.url).filter((child) => /^https?:/.test(child ?? ''));
  for (const child of [...playlists.map((entry) => new URL(entry, url).href), ...named]) {
    const response = await request(child ?? '');
    await openPlaylist(await response.text(), response.url, request);
  }
  if (playlists.length === 0) await openPlaylist(text, url, request);
}

async function openPlaylist(text: string, url: string, request: OpenRequest): Promise<void> {
  const [key] = urisOf(text, 'KEY');
  if (key !== undefined) {
    const bytes = await (await request(new URL(key, url).href)).arrayBuffer();
    if (bytes.byteLength !== 16) throw new Error('the key has not 16 bytes');
  }
  const [first] = [...urisOf(text, 'MAP'), ...entriesOf(text)];
  if (first === undefined) throw new Error('the playlist has no segment');
  await expectMedia(new URL(first, url).href, request, key === undefined ? segmentStart : /^./s);
}

async function openDash(item: AnswerItem, request: OpenRequest): Promise<void> {
  const { text, url } = await manifestOf(item, request);
  const template = /\binitialization="([^"]+)"/.exec(text)?.[1];
  const id = /<Representation[^>]*\bid="([^"]+)"/.exec(text)?.[1];
  if (!/<MPD[\s>]/.test(text) || template === undefined || id === undefined) throw new Error('it is no MPD');
  const folder = new URL(/<BaseURL[^>]*>([^<]+)</.exec(text)?.[1] ?? '', url);
  await expectMedia(new URL(template.replaceAll('$RepresentationID$', id), folder).href, request, segmentStart);
}

/** The text of a manifest, and the address that its own addresses are relative to: where a redirect led. */
async function manifestOf(
  item: AnswerItem,
  request: OpenRequest,
): Promise<{ readonly text: string; readonly url: string }> {
  if (typeof item.inlineManifest === 'string')
    return { text: item.inlineManifest, url: item.inlineManifestBase ?? 'http://127.0.0.1/' };
  if (!/^(https?|data):/.test(item.url)) throw new Error(`${item.url.slice(0, 60)} has no inlineManifest`);
  const response = await request(item.url);
  return { text: await response.text(), url: response.url };
}

async function expectMedia(url: string, request: OpenRequest, start: RegExp): Promise<void> {
  const response = await request(url, { range: `bytes=0-${headBytes - 1}` });
  const head = Buffer.from(await response.arrayBuffer()).subarray(0, headBytes);
  if (!start.test(head.toString('latin1'))) throw new Error(`no media at ${url}`);
}

const segmentStart = /^G|^....(ftyp|styp|moof|sidx)/s;
const entriesOf = (text: string): string[] =>
  text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
const urisOf = (text: string, tag: string): string[] =>
  [...text.matchAll(new RegExp(`^#EXT-X-${tag}:.*\\bURI="([^"]+)"`, 'gm'))].map(([, uri = '']) => uri);
