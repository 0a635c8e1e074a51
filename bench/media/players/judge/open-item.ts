/** As much of an item of `newshawk media --json` as is judged. */
export interface JudgedItem {
  readonly url: string;
  readonly delivery: string;
  readonly role: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly live?: string;
  readonly protection?: string;
}

const timeoutMs = 15_000;
const headBytes = 4_096;

/** Opens an item as a downloader does, with the headers it names, down to the first media bytes. @returns why it does not open, or nothing */
export async function openItem(item: JudgedItem): Promise<readonly string[]> {
  try {
    if (item.delivery === 'hls') await openHls(item);
    else if (item.delivery === 'dash') await openDash(item);
    else await expectMedia(item.url, item);
    return [];
  } catch (error) {
    return [`does not open: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const entriesOf = (playlist: string): readonly string[] =>
  playlist.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));

async function openHls(item: JudgedItem): Promise<void> {
  let response = await request(item.url, item);
  let playlist = await response.text();
  if (/^#EXT-X-STREAM-INF:/m.test(playlist)) {
    response = await request(new URL(entriesOf(playlist)[0] ?? '', response.url).href, item);
    playlist = await response.text();
  }
  const segment = /#EXT-X-MAP:.*URI="([^"]+)"/.exec(playlist)?.[1] ?? entriesOf(playlist)[0];
  if (!playlist.startsWith('#EXTM3U') || segment === undefined) throw new Error('not a playlist');
  await expectMedia(new URL(segment, response.url).href, item);
}

async function openDash(item: JudgedItem): Promise<void> {
  const response = await request(item.url, item);
  const manifest = await response.text();
  if (!/<MPD[\s>]/.test(manifest)) throw new Error('not an MPD');
  const id = /<Representation[^>]*\bid="([^"]+)"/.exec(manifest)?.[1] ?? '';
  const template = /\binitialization="([^"]+)"/.exec(manifest)?.[1]?.replaceAll('$RepresentationID$', id);
  const base = /<BaseURL[^>]*>([^<]+)</.exec(manifest)?.[1]?.trim() ?? '';
  await expectMedia(new URL(template ?? '', new URL(base, response.url)).href, item);
}

async function request(url: string, item: JudgedItem, more: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, { headers: { ...item.headers, ...more }, signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return response;
}

/** Beginnings of MP4, FLV, MP3 (with and without a tag) and MPEG transport streams. */
const mediaBeginning = /^(....(ftyp|styp|moof|sidx)|FLV|ID3|\xff[\xe2-\xfb]|G)/s;

async function expectMedia(url: string, item: JudgedItem): Promise<void> {
  const response = await request(url, item, { range: `bytes=0-${headBytes - 1}` });
  const head = Buffer.from(await response.arrayBuffer()).toString('latin1', 0, headBytes);
  if (!mediaBeginning.test(head)) throw new Error(`no media at ${url}`);
}
