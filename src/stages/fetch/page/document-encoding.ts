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
 * that can't be read goes on as it is. @throws Error when the page is closed
 */
export async function continueByBytes(cdp: CDPSession, paused: PausedResponse): Promise<void> {
  const { requestId, responseStatusCode: responseCode, responseHeaders = [] } = paused;
  const headers = Object.fromEntries(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
  const type = headers['content-type'] ?? 'text/html';
  const isRedirect = responseCode === undefined || (responseCode >= 300 && responseCode < 400);
  if (isRedirect || !/html/i.test(type)) return void (await cdp.send('Fetch.continueRequest', { requestId }));
  const bytes = await bodyOf(cdp, requestId);
  if (bytes === null) return void (await cdp.send('Fetch.continueRequest', { requestId }));
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
}

/** Null: the connection broke. */
const bodyOf = (cdp: CDPSession, requestId: string): Promise<Uint8Array | null> =>
  cdp.send('Fetch.getResponseBody', { requestId }).then(
    ({ body, base64Encoded }) => Buffer.from(body, base64Encoded ? 'base64' : 'utf8'),
    () => null,
  );
