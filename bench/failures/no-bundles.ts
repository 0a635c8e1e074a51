import { registerHooks } from 'node:module';

// Loaded before a crawl by `bench:failures`: its failures are recorded without picture, requests and console. Not a part of newshawk: a failure without a bundle is of little use.

/** In the place of src/crawl/failure/failure-bundle.ts. */
const withoutBundle = `
import { createHash } from 'node:crypto';
export async function failureBundle({ live, regions, mediaSearch, logs, versions, ...written }) {
  const { url, site } = written.task;
  const id = createHash('sha256').update(written.run + '\\n' + url).digest('hex').slice(0, 12);
  return { ...written, screenshot: null, thumbnail: null, har: null, console: null, versions: { newshawk: '', ...versions }, media: null, mended: null, id, url, site };
}`;

registerHooks({
  load: (url, context, next) =>
    url.endsWith('/crawl/failure/failure-bundle.ts')
      ? { format: 'module', source: withoutBundle, shortCircuit: true }
      : next(url, context),
});
