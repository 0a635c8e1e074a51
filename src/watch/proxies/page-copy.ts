import { kindOf, type NewshawkError } from '../../errors.ts';
import { snapshotOfSource } from '../../model/page/snapshot.ts';
import { canonicalUrl } from '../../model/web/canonical-url.ts';
import { decodeHtml } from '../../stages/fetch/http/decode.ts';
import { isCertificateError } from '../../stages/fetch/http/fetch-errors.ts';
import type { ProxyClient } from '../../stages/fetch/proxy-client.ts';
import { activeContent } from '../../stages/proxies/active-content.ts';
import type { PageCopy, TryFailure } from '../../stages/proxies/verdict.ts';
import type { ProxyPorts } from './proxy-ports.ts';

const maxPageBytes = 5_000_000;

export interface ReadCopy extends PageCopy {
  /** Whether extraction takes the page for an article. */
  readonly isArticle: boolean;
}

/** Fetches a page through a client and reads its main text, and what acts in it. @throws NewshawkError as the client and the reader */
export async function readCopy(
  { reader, clock }: ProxyPorts,
  client: ProxyClient,
  url: string,
  timeoutMs: number,
): Promise<ReadCopy> {
  const { status, body, headers } = await client.fetch(url, { timeoutMs, maxBytes: maxPageBytes });
  const { html } = decodeHtml(body, headers);
  const snapshot = snapshotOfSource({ url: canonicalUrl(url), html, takenAt: clock.now() }, { headers, status });
  const { reason, fingerprint } = await reader.read(snapshot, { draftAlways: true });
  // without any text two pages are alike only if their markup is
  const simhash = fingerprint?.simhash ?? noText;
  return { status, simhash, active: activeContent(html, url), isArticle: reason === null && fingerprint !== null };
}

/** The simhash of a page without text. */
const noText = '0'.repeat(16);

/** Why a page did not come through a proxy. @throws the error itself where the proxy is not at fault */
export function failureOf(error: unknown): TryFailure {
  if (isCertificateError(error)) return 'tls';
  const kind = kindOf(error);
  if (kind === 'timed-out') return 'timed-out';
  if (kind === 'proxy' && /credentials/.test((error as NewshawkError).message)) return 'refused';
  if (kind === 'proxy' || kind === 'unreachable' || kind === 'too-large') return 'no-connection';
  throw error;
}
