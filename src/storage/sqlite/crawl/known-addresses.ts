import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { type AddressClass, maxSeenPerLabel, type SeenAddress } from '../../../model/web/url-pattern.ts';
import type { KnownAddresses } from '../../crawl/known-addresses-port.ts';
import { placesOf, placesText } from '../../records/crawl/tasks.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly url: CanonicalUrl;
  readonly label: AddressClass;
  readonly seenAt: number;
  readonly places: string | null;
}

export class SqliteKnownAddresses implements KnownAddresses {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async ofSite(site: string): Promise<SeenAddress[]> {
    const rows = this.#db.all<Row>(
      'SELECT url, label, seen_at AS seenAt, places FROM known_addresses WHERE site = :site ORDER BY seen_at, url',
      { site },
    );
    return rows.map(({ url, label, seenAt, places }) => ({
      site,
      url,
      label,
      at: new Date(seenAt),
      ...placesOf(places),
    }));
  }

  async counts(): ReturnType<KnownAddresses['counts']> {
    return this.#db.all<Awaited<ReturnType<KnownAddresses['counts']>>[number]>(
      `SELECT site, sum(label = 'article') AS article, sum(label = 'listing') AS listing, sum(label = 'other') AS other
       FROM known_addresses GROUP BY site ORDER BY site`,
    );
  }

  /** For `commit`, inside its transaction. An earlier sight of a page does not replace a later one. */
  write({ site, url, label, at, places }: SeenAddress): void {
    this.#db.run(
      `INSERT INTO known_addresses (url, site, label, seen_at, places) VALUES (:url, :site, :label, :seenAt, :places)
       ON CONFLICT (url) DO UPDATE SET label = excluded.label, seen_at = excluded.seen_at, places = coalesce(excluded.places, places)
       WHERE excluded.seen_at >= seen_at`,
      { url, site, label, seenAt: at.getTime(), places: placesText(places) },
    );
    this.#db.run(
      `DELETE FROM known_addresses WHERE url IN (
         SELECT url FROM known_addresses WHERE site = :site AND label = :label ORDER BY seen_at DESC, url LIMIT -1 OFFSET :kept)`,
      { site, label, kept: maxSeenPerLabel },
    );
  }
}
