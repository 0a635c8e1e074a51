import type { MediaItem } from '../../../model/media/media-item.ts';
import { media, replacedMedium, withReplaced } from '../../collections/media.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { Database } from '../database.ts';

/** See `Media.replace`. */
export function replaceMedium(
  db: Database,
  { pageUrl, url: old }: { readonly pageUrl: string; readonly url: string },
  item: MediaItem,
): void {
  const table = tableIn(db, media);
  db.transaction(() => {
    const stored = table.get(pageUrl, old);
    if (stored === null) return;
    if (item.url !== old) table.removeKeys([[pageUrl, old]]);
    table.put(replacedMedium(stored, item));
    if (stored.articleId !== null) replaceInArticle(db, stored.articleId, old, item);
  });
}

/** In the text of the article; its revision and times stay. */
function replaceInArticle(db: Database, id: string, old: string, item: MediaItem): void {
  const row = db.get<{ media: string }>("SELECT doc -> '$.media' AS media FROM article_texts WHERE id = :id", { id });
  const items = row === undefined ? null : withReplaced(JSON.parse(row.media) as MediaItem[], old, item);
  if (items !== null)
    db.run("UPDATE article_texts SET doc = json_set(doc, '$.media', json(:media)) WHERE id = :id", {
      id,
      media: JSON.stringify(items),
    });
}
