import type { RecordedSite } from './recorded-site.ts';
import { openRecordedSite } from './site-server.ts';

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' };

const decoded = (html: string): string =>
  html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, number?: string, name = '') => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return number ? String.fromCodePoint(Number(number)) : (entities[name.toLowerCase()] ?? whole);
  });

/** Text without spaces, quotes and kinds of dashes: software changes those. */
const flat = (text: string): string =>
  decoded(text)
    .normalize('NFKC')
    .replace(/[‘’“”„"'‹›«»′″\u200b-\u200f]/g, '')
    .replace(/[‐-―−-]+/g, '-')
    .replace(/…|\.\.\./g, '')
    .replace(/\s+/g, '');

const plain = (html: string): string =>
  flat(
    html
      .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
      .replace(/<!--.*?-->/gs, '')
      .replace(/<[^>]+>/g, ''),
  );

/** What is wrong with a recording: a path of the truth that does not answer 200, or whose page lacks the text or the title. Empty: it is right. */
export async function problemsOf(site: RecordedSite): Promise<string[]> {
  await using served = await openRecordedSite(site);
  const problems: string[] = [];
  for (const article of site.truth) {
    const paths = [article.path, ...(article.aliases ?? [])];
    let all = '';
    for (const path of paths) {
      const response = await fetch(served.origin + path);
      if (response.status !== 200) problems.push(`${path} answers ${response.status}`);
      const body = await response.text();
      if (/site\.test/i.test(body)) problems.push(`${path} names an address that does not exist`);
      // an app's data is an answer of its own, in JSON
      all += plain(
        /json/.test(response.headers.get('content-type') ?? '')
          ? body.replaceAll('\\n', ' ').replaceAll('\\"', '"')
          : body,
      );
    }
    const wanted = [article.title, ...article.text.split('\n')].map(flat).filter((part) => part.length > 3);
    const missing = wanted.filter((part) => !all.includes(part));
    if (article.readable !== false && missing.length > 0)
      problems.push(
        `${article.path} lacks "${missing[0]?.slice(0, 60)}" (${missing.length} of ${wanted.length} parts)`,
      );
  }
  return problems;
}
