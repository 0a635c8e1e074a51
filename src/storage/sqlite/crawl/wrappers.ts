import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import type { Reextraction } from '../../../model/wrapper/reextraction.ts';
import type { SiteBrief, SiteLearning, StoredCorrection } from '../../../model/wrapper/site-learning.ts';
import type { Wrappers } from '../../crawl/wrappers-port.ts';
import { correctionOf, reextractionOf, siteBriefOf, siteLearningOf } from '../../records/crawl/wrappers.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly doc: string;
}

export class SqliteWrappers implements Wrappers {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(site: string): Promise<SiteLearning | null> {
    const row = this.#db.get<Row>('SELECT doc FROM site_learning WHERE site = :site', { site });
    return row === undefined ? null : siteLearningOf(JSON.parse(row.doc));
  }

  async list(): Promise<SiteLearning[]> {
    const rows = this.#db.all<Row>('SELECT doc FROM site_learning ORDER BY site');
    return rows.map(({ doc }) => siteLearningOf(JSON.parse(doc)));
  }

  async briefs(): Promise<SiteBrief[]> {
    const rows = this.#db.all<Row>('SELECT doc FROM site_briefs ORDER BY site');
    return rows.map(({ doc }) => siteBriefOf(JSON.parse(doc)));
  }

  async save(learning: SiteLearning): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO site_learning (site, doc) VALUES (:site, :doc)', {
      site: learning.site,
      doc: JSON.stringify(learning),
    });
  }

  async saveContent(version: number, wrapper: LearnedWrapper): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO wrappers (site, version, doc) VALUES (:site, :version, :doc)', {
      site: wrapper.site,
      version,
      doc: JSON.stringify(wrapper),
    });
  }

  async content(site: string, version: number): Promise<LearnedWrapper | null> {
    const row = this.#db.get<Row>('SELECT doc FROM wrappers WHERE site = :site AND version = :version', {
      site,
      version,
    });
    return row === undefined ? null : JSON.parse(row.doc);
  }

  async deleteContents(site: string, below: number): Promise<number> {
    const changes = this.#db.run('DELETE FROM wrappers WHERE site = :site AND version < :below', { site, below });
    return changes;
  }

  async corrections(site: string): Promise<StoredCorrection[]> {
    const rows = this.#db.all<Row>('SELECT doc FROM corrections WHERE site = :site ORDER BY at, url', { site });
    return rows.map(({ doc }) => correctionOf(JSON.parse(doc)));
  }

  async correction(url: CanonicalUrl): Promise<StoredCorrection | null> {
    const row = this.#db.get<Row>('SELECT doc FROM corrections WHERE url = :url', { url });
    return row === undefined ? null : correctionOf(JSON.parse(row.doc));
  }

  async saveCorrection(correction: StoredCorrection): Promise<void> {
    const { url, site, at } = correction;
    this.#db.run('INSERT OR REPLACE INTO corrections (url, site, at, doc) VALUES (:url, :site, :at, :doc)', {
      url,
      site,
      at: at.getTime(),
      doc: JSON.stringify(correction),
    });
  }

  async deleteCorrection(url: CanonicalUrl): Promise<boolean> {
    return this.#db.run('DELETE FROM corrections WHERE url = :url', { url }) > 0;
  }

  async reextractions(): Promise<Reextraction[]> {
    const rows = this.#db.all<Row>('SELECT doc FROM reextractions ORDER BY site');
    return rows.map(({ doc }) => reextractionOf(JSON.parse(doc)));
  }

  async reextraction(site: string): Promise<Reextraction | null> {
    const row = this.#db.get<Row>('SELECT doc FROM reextractions WHERE site = :site', { site });
    return row === undefined ? null : reextractionOf(JSON.parse(row.doc));
  }

  async saveReextraction(reextraction: Reextraction): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO reextractions (site, doc) VALUES (:site, :doc)', {
      site: reextraction.site,
      doc: JSON.stringify(reextraction),
    });
  }
}
