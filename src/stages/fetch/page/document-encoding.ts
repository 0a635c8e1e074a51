import type { CDPSession } from 'playwright-core';
import { decodeHtml } from '../http/decode.ts';

/** A document whose response is paused (CDP `Fetch.requestPaused`, at the stage of the response). */
export interface PausedResponse {
  readonly requestId: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** Headers that are of the bytes on the wire. */
const ofTheBody = /^(?:content-(?:type|encoding|length)|transfer-encoding)$/i;

/**
 * Lets a paused document go on with the encoding that its bytes have: a browser believes the header, then the page's own declaration, whatever the bytes are. One
 * that breaks off or has more than `maxBytes` fails: the browser has no limit for what it collects here, and an endless one would end it.
 * @returns whether it is within the limit @throws Error when the page is closed
 */
export async function continueByBytes(cdp: CDPSession, paused: PausedResponse, maxBytes: number): Promise<boolean> {
  const { requestId, responseStatusCode: responseCode, responseHeaders = [] } = paused;
  const headers = Object.fromEntries(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
  const type = headers['content-type'] ?? 'text/html';
  const isRedirect = responseCode === undefined || (responseCode >= 300 && responseCode < 400);
  if (isRedirect || !/html/i.test(type)) {
    await cdp.send('Fetch.continueRequest', { requestId });
    return true;
  }
  const bytes = await bodyOf(cdp, requestId, maxBytes);
  if (!(bytes instanceof Uint8Array)) {
    await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
    return bytes !== 'too-large';
  }
  const { encoding } = decodeHtml(bytes, headers);
  const others = responseHeaders.filter(({ name }) => !ofTheBody.test(name));
  const value = `${type.split(';')[0]}; charset=${encoding}`;
  // other headers alone (`Fetch.continueResponse`) leave the encoding as it was
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode,
    responseHeaders: [...others, { name: 'content-type', value }],
    body: Buffer.from(bytes).toString('base64'),
  });
  return true;
}

/** Decoded from its compression. Read piece by piece: `Fetch.getResponseBody` waits for the end, however far that is. */
async function bodyOf(
  cdp: CDPSession,
  requestId: string,
  maxBytes: number,
): Promise<Uint8Array | 'too-large' | 'broken'> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    const { stream: handle } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
    for (let isOver = false; !isOver && length <= maxBytes; ) {
      const { data, base64Encoded = false, eof } = await cdp.send('IO.read', { handle });
      const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
      pieces.push(piece);
      length += piece.length;
      isOver = eof;
    }
    await cdp.send('IO.close', { handle });
  } catch {
    return 'broken'; // the connection, or the page is closed
  }
  return length > maxBytes ? 'too-large' : Buffer.concat(pieces);
}
