import { createHash } from 'node:crypto';
import type { CanonicalUrl } from '../web/canonical-url.ts';

/** The id of an article: 16 hex digits of its canonical URL's SHA-256, so both stores and every run give it the same id. */
export const articleId = (url: CanonicalUrl): string => createHash('sha256').update(url).digest('hex').slice(0, 16);
