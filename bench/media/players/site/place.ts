import { createHash } from 'node:crypto';
import type { Place } from '../player-page.ts';

/** Eight letters and digits that say nothing about the page. */
export const slugOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 8);

/** The addresses of one page. */
export function placeOf(id: string, origins: Place['origins']): Place {
  const slug = slugOf(id);
  return {
    origins,
    slug,
    file: (name) => `${origins.cdn}/f/${slug}/${name}`,
    own: (name, origin = 'page') => `${origins[origin]}/x/${slug}/${name}`,
    npm: (file) => `${origins.page}/npm/${file}`,
    picture: (name) => `${origins.cdn}/pictures/${name}`,
  };
}
