import type { MediaItem } from '../../../model/media/media-item.ts';
import { withReplaced } from '../../collections/media.ts';
import type { Database } from '../database.ts';

/** Replaces a medium in the text of an article; its revision and times stay. */
export function replaceInArticle(db: Database, id: string, old: string, item: MediaItem): void {
  db.transaction(() => {
    const row = db.get<{ media: string }>("SELECT doc -> '$.media' AS media FROM article_texts WHERE id = :id", { id });
    const media = row === undefined ? null : withReplaced(JSON.parse(row.media) as MediaItem[], old, item);
    if (media !== null)
      db.run("UPDATE article_texts SET doc = json_set(doc, '$.media', json(:media)) WHERE id = :id", {
        id,
        media: JSON.stringify(media),
      });
  });
}
