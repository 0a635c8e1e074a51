import type { FormatEvidence } from '../../../model/page/format-evidence.ts';
import type { Formats } from '../../crawl/formats-port.ts';
import { formatEvidenceOf } from '../../records/crawl/formats.ts';
import type { Database } from '../database.ts';

export class SqliteFormats implements Formats {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(host: string, format: string): Promise<FormatEvidence | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM formats WHERE host = :host AND format = :format', {
      host,
      format,
    });
    return row === undefined ? null : formatEvidenceOf(JSON.parse(row.doc));
  }

  async ofHost(host: string): Promise<FormatEvidence[]> {
    const rows = this.#db.all<{ doc: string }>('SELECT doc FROM formats WHERE host = :host ORDER BY format', { host });
    return rows.map(({ doc }) => formatEvidenceOf(JSON.parse(doc)));
  }

  async count(host: string): Promise<number> {
    return this.#db.get<{ n: number }>('SELECT count(*) AS n FROM formats WHERE host = :host', { host })?.n ?? 0;
  }

  /** For `commit`, inside its transaction. */
  write(evidence: FormatEvidence): void {
    const { host, format } = evidence;
    this.#db.run('INSERT OR REPLACE INTO formats (host, format, doc) VALUES (:host, :format, :doc)', {
      host,
      format,
      doc: JSON.stringify(evidence),
    });
  }
}
