import { z } from 'zod';
import { record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import { mediaItemSchema } from './media-item.ts';

const storedMediaFields = {
  url: z.string(),
  /** Identifies the medium on its page; a new signature of the address does not change it. */
  id: z.string(),
  /** Host of the address, with its port. */
  host: z.string(),
  /** Fingerprint of the address without its signature (model/media/media-fingerprint.ts). */
  fingerprint: z.string(),
  articleId: z.string().nullable(),
  pageUrl: textOf<CanonicalUrl>(),
  site: z.string(),
  foundAt: z.date(),
};

/** A medium of a page, as it is stored. */
export const storedMediaSchema = record({ ...mediaItemSchema.unwrap().shape, ...storedMediaFields });
export type StoredMedia = z.infer<typeof storedMediaSchema>;

export interface MediaFilter {
  readonly site?: string;
  readonly pageUrl?: CanonicalUrl;
  readonly host?: string;
  readonly fingerprint?: string;
  /** Only those that stand after this one in the list. */
  readonly after?: Pick<StoredMedia, 'foundAt' | 'pageUrl' | 'url'>;
  readonly limit: number;
}
