# Reads what `newshawk export` and `serve` wrote with the readers that others use, and says what each found, as JSON: python readers.py FILE ...
import json
import sys


def parquet(path):
    import duckdb
    import pyarrow.parquet as pq

    file = pq.ParquetFile(path)
    types = {field.name: str(field.type) for field in file.schema_arrow}
    rows = sum(batch.num_rows for batch in file.iter_batches(batch_size=4096))
    counted, newest = duckdb.sql(f"select count(*), max(updatedAt) from '{path}'").fetchall()[0]
    assert rows == counted == file.metadata.num_rows, (rows, counted)
    return {"rows": rows, "groups": file.num_row_groups, "publishedAt": types["publishedAt"], "topics": types["topics"], "newest": str(newest)}


def warc(path):
    from warcio.archiveiterator import ArchiveIterator
    from warcio.cli import main

    kinds = {}
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, check_digests="raise"):
            record.content_stream().read()
            kinds[record.rec_type] = kinds.get(record.rec_type, 0) + 1
    try:
        main(["check", path])
        code = 0
    except SystemExit as end:
        code = end.code or 0
    assert code == 0, f"warcio check: {code}"
    return kinds


def feed(path):
    import feedparser

    with open(path, "rb") as stream:
        parsed = feedparser.parse(stream.read())
    assert not parsed.bozo, parsed.get("bozo_exception")
    ids = [entry.id for entry in parsed.entries]
    assert len(set(ids)) == len(ids), "an id comes twice"
    assert all(entry.get("updated_parsed") or entry.get("published_parsed") for entry in parsed.entries), "a date is not read"
    return {"version": parsed.version, "entries": len(ids), "bozo": int(parsed.bozo)}


readers = {"parquet": parquet, "gz": warc, "warc": warc, "rss": feed, "atom": feed}
for name in sys.argv[1:]:
    print(json.dumps({"file": name, **readers[name.rsplit(".", 1)[1]](name)}))
