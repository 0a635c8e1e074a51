import type { MediaItem } from '../../model/media/media-item.ts';

/** The JSON of `media -f json` and of `--batch`: these fields are the public contract. */
export const mediaJson = ({
  url,
  delivery,
  role,
  headers,
  variants,
  live,
  protection,
  expiresAt,
  ...more
}: MediaItem) => ({
  url,
  delivery,
  role,
  headers,
  variants,
  live,
  protection,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.at, expiry: expiresAt }),
  ...more,
});
