import { createHash } from 'node:crypto';
import type { CanonicalUrl } from '../web/canonical-url.ts';

/** The id of an article: 16 hex digits of its canonical URL's SHA-256, so that both stores and every run agree on it. */
export const articleId = (url: CanonicalUrl): string => createHash('sha256').update(url).digest('hex').slice(0, 16);
