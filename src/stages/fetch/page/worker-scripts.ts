import type { CDPSession } from 'playwright-core';

/** A paused response (CDP `Fetch.requestPaused`). */
interface PausedResponse {
  readonly requestId: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: { name: string; value: string }[];
}

/** Headers of the body as it was sent: the browser gets it decoded, and longer. */
const bodyHeader = /^content-(length|encoding)$/i;
const strictStart = /^\s*(['"])use strict\1/;

/**
 * Puts a script before those of a page's dedicated workers. The browser calls these requests `Other`, as it calls the modules that a worker imports: the script must
 * bear being run twice. A worker keeps its address and its policy, which a worker made from a blob does not.
 */
export async function prefixWorkerScripts(cdp: CDPSession, script: string): Promise<void> {
  cdp.on('Fetch.requestPaused', (paused) => {
    answer(cdp, paused, script)
      .catch(() => cdp.send('Fetch.continueRequest', { requestId: paused.requestId }))
      .catch(() => {}); // the page was closed meanwhile
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Other', requestStage: 'Response' }] });
}

async function answer(cdp: CDPSession, paused: PausedResponse, script: string): Promise<void> {
  const { requestId, responseStatusCode = 0, responseHeaders = [] } = paused;
  const isScript = responseHeaders.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && /(java|ecma)script/i.test(value),
  );
  if (!isScript || responseStatusCode !== 200) {
    await cdp.send('Fetch.continueRequest', { requestId });
    return;
  }
  const { body, base64Encoded } = await cdp.send('Fetch.getResponseBody', { requestId });
  const bytes = Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  // the directive counts only as the first statement
  const prefix = strictStart.test(bytes.subarray(0, 200).toString('latin1')) ? `'use strict';${script}` : script;
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: responseHeaders.filter(({ name }) => !bodyHeader.test(name)),
    body: Buffer.concat([Buffer.from(prefix), bytes]).toString('base64'),
  });
}
