import { createHash } from 'node:crypto';
import type { ContentHash } from './snapshot.ts';

/** The key of bytes in the blob store: their SHA-256 in hex. */
export const contentHash = (bytes: Uint8Array): ContentHash =>
  createHash('sha256').update(bytes).digest('hex') as ContentHash;
