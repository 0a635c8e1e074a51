import type { MediaItem } from './media-item.ts';

/** The JSON of `media -f json`, of `--batch` and of the MCP tool: these fields are the public contract. */
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
