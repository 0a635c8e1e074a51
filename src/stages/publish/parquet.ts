import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { StoredArticle } from '../../model/article/article.ts';
import { parquetColumns } from './parquet-columns.ts';

/** Letters of text of a row group. It is kept in memory three times: as articles, as columns, as pages. */
const groupLetters = 16_000_000;
/** Rows of a group at most: the format's advice for short rows. */
const groupRows = 20_000;

/** zstd, which all common readers know: half of Snappy's size on text, and its compressor is native here. */
const codec = 'ZSTD';
const compressors = { [codec]: (bytes: Uint8Array) => zstdCompressSync(bytes) };

/**
 * The articles as an Apache Parquet file, in parts as they come: columns as `parquetColumns`, in row groups of bounded size, so that memory does not grow with
 * their number (only the footer does: some 6 KB a group).
 * @param description kept in the file as key and value: what it holds
 */
export async function* parquetFile(
  articles: AsyncIterable<StoredArticle>,
  description: Readonly<Record<string, string>> = {},
): AsyncIterable<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'article', num_children: parquetColumns.length },
      ...parquetColumns.flatMap(({ elements }) => elements),
    ],
    codec,
    compressors,
    createdBy: 'newshawk',
    kvMetadata: Object.entries(description).map(([key, value]) => ({ key, value })),
  });
  let [rows, letters] = [[] as StoredArticle[], 0];
  const writeGroup = (): Uint8Array => {
    // no promise: a ByteWriter has nothing to wait for
    void parquet.write({ columnData: columnsOf(rows), rowGroupSize: rows.length });
    [rows, letters] = [[], 0];
    return taken(writer);
  };
  for await (const article of articles) {
    rows.push(article);
    letters += article.body.length + article.bodyHtml.length + article.markdown.length;
    if (letters >= groupLetters || rows.length >= groupRows) yield writeGroup();
  }
  if (rows.length > 0) yield writeGroup();
  void parquet.finish();
  yield taken(writer);
}

const columnsOf = (rows: readonly StoredArticle[]) =>
  parquetColumns.map(({ name, read }) => ({ name, data: rows.map(read), offsetIndex: false }));

/** What the writer has in its buffer, which is empty then; its offset in the file goes on. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
