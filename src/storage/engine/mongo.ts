import {
  type AnyBulkWriteOperation,
  type Db,
  type Document,
  type Collection as DriverCollection,
  ObjectId,
} from 'mongodb';
import { type Collection, columnValues, type KeyValue, keyOf } from '../collection.ts';
import { isDuplicateKey, twiceAtMost } from '../mongo/mongo-error.ts';
import { documentId, documentPath } from './mongo-schema.ts';
import {
  type Form,
  formsOf,
  type GroupRequest,
  type Groups,
  orderOf,
  type RecordQuery,
  type Records,
  type Where,
} from './records.ts';

/** A document: the record with its key as `_id`, derived fields, and `_write`, which each write of the record changes. */
type Stored = Document & { readonly _id: KeyValue };

const operators = { in: '$in', not: '$ne', lt: '$lt', lte: '$lte', gt: '$gt', gte: '$gte' } as const;

/** The records of a collection in MongoDB. */
export class MongoRecords<T extends object, Fields extends object> implements Records<T, Fields> {
  readonly #documents: DriverCollection<Stored>;
  readonly #declared: Collection<T, Fields>;

  constructor(db: Db, declared: Collection<T, Fields>) {
    this.#documents = db.collection<Stored>(declared.name);
    this.#declared = declared;
  }

  async get(...key: readonly KeyValue[]): Promise<T | null> {
    const stored = await this.#documents.findOne({ _id: documentId(key) });
    return stored === null ? null : this.read(stored);
  }

  async find(query: RecordQuery<Fields> = {}): Promise<T[]> {
    return (await this.#find(query)).map((stored) => this.read(stored));
  }

  async pick<Field extends keyof Fields & string>(
    fields: readonly Field[],
    query: RecordQuery<Fields> = {},
  ): Promise<Pick<Fields, Field>[]> {
    const paths = fields.map((field) => [field, this.#path(field)] as const);
    const found = await this.#find(query, Object.fromEntries([['_id', 0], ...paths.map(([, path]) => [path, 1])]));
    return found.map((stored) =>
      Object.fromEntries(paths.map(([field, path]) => [field, stored[path] ?? null])),
    ) as unknown as Pick<Fields, Field>[];
  }

  async sizes<Field extends keyof Fields & string>(
    fields: readonly Field[],
    query: RecordQuery<Fields> = {},
  ): Promise<(Pick<Fields, Field> & { readonly bytes: number })[]> {
    const paths = fields.map((field) => [field, this.#path(field)] as const);
    const projection = Object.fromEntries([...paths.map(([, path]) => [path, 1]), ['bytes', { $bsonSize: '$$ROOT' }]]);
    const found = await this.#find(query, projection);
    return found.map((stored) =>
      Object.fromEntries([...paths.map(([field, path]) => [field, stored[path] ?? null]), ['bytes', stored.bytes]]),
    ) as unknown as (Pick<Fields, Field> & { readonly bytes: number })[];
  }

  /** Replaces the record unless the stored one has a later time: a process that slept past its lease must not undo a later visit. */
  async putUnlessOlder(
    record: T,
    time: keyof Fields & keyof T & string,
    equal: '$lt' | '$lte' = '$lte',
  ): Promise<void> {
    const { _id, ...replacement } = this.document(record);
    const older = { _id, [this.#path(time)]: { [equal]: record[time] } };
    await this.#documents.replaceOne(older, replacement, { upsert: true }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error; // the stored one is newer
    });
  }

  async page(after: readonly KeyValue[] | null, limit: number): Promise<T[]> {
    const filter = after === null ? {} : { _id: { $gt: documentId(after) } };
    const documents = await this.#documents.find(filter).sort({ _id: 1 }).limit(limit).toArray();
    return documents.map((stored) => this.read(stored));
  }

  async count(where: Where<Fields> = {}): Promise<number> {
    const filter = this.#filter(where);
    return Object.keys(filter).length === 0
      ? await this.#documents.estimatedDocumentCount() // the server keeps it: it reads nothing
      : await this.#documents.countDocuments(filter);
  }

  async distinct(field: keyof Fields & string, where: Where<Fields> = {}): Promise<number> {
    const each = { $group: { _id: `$${this.#path(field)}` } };
    const counted = await this.#documents
      .aggregate<{ readonly n: number }>([{ $match: this.#filter(where) }, each, { $count: 'n' }])
      .toArray();
    return counted[0]?.n ?? 0;
  }

  async groups<By extends keyof Fields & string, Sum extends keyof Fields & string = never>({
    by,
    where = {},
    sum = [],
  }: GroupRequest<Fields, By, Sum>): Promise<Groups<Fields, By, Sum>> {
    const filter = this.#filter(where);
    const [first = '_id'] = by;
    const named = (field: string) => this.#path(field);
    const groups = await this.#documents
      .aggregate<{ readonly _id: Document } & Document>([
        // where all are counted: it makes the server read the index, and no document
        { $match: Object.keys(filter).length === 0 ? { [named(first)]: { $gte: '' } } : filter },
        {
          $group: {
            _id: Object.fromEntries(by.map((field) => [field, `$${named(field)}`])),
            count: { $sum: 1 },
            ...Object.fromEntries(sum.map((field) => [field, { $sum: `$${named(field)}` }])),
          },
        },
        { $sort: Object.fromEntries(by.map((field) => [`_id.${field}`, 1])) },
      ])
      .toArray();
    const absent = Object.fromEntries(by.map((field) => [field, null]));
    return groups.map(({ _id, ...sums }) => ({ ...absent, ..._id, ...sums })) as unknown as Groups<Fields, By, Sum>;
  }

  async put(...records: readonly T[]): Promise<void> {
    const operations = records.map((record): AnyBulkWriteOperation<Stored> => {
      const { _id, ...replacement } = this.document(record);
      return { replaceOne: { filter: { _id }, replacement, upsert: true } };
    });
    if (operations.length > 0) await twiceAtMost(() => this.#documents.bulkWrite(operations, { ordered: false }));
  }

  async add(record: T): Promise<boolean> {
    try {
      await this.#documents.insertOne(this.document(record));
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async replace(record: T, where: Where<Fields>): Promise<boolean> {
    const { _id, ...replacement } = this.document(record);
    return (await this.#documents.replaceOne({ _id, ...this.#filter(where) }, replacement)).matchedCount === 1;
  }

  async change(key: readonly KeyValue[], make: (stored: T | null) => T | null): Promise<T | null> {
    for (;;) {
      const stored = await this.#documents.findOne({ _id: documentId(key) });
      const made = make(stored === null ? null : this.read(stored));
      if (made === null) return null;
      if (stored === null) {
        if (await this.add(made)) return made;
        continue;
      }
      const { _id, ...replacement } = this.document(made);
      const { matchedCount } = await this.#documents.replaceOne({ _id, _write: stored._write }, replacement);
      if (matchedCount === 1) return made;
    }
  }

  async update(where: Where<Fields>, set: Partial<T & Fields>): Promise<number> {
    const change = { $set: { ...set, _write: new ObjectId() } };
    return (await this.#documents.updateMany(this.#filter(where), change)).matchedCount;
  }

  async take(query: RecordQuery<Fields>, set: Partial<T & Fields>): Promise<T[]> {
    const found = await this.#find(query);
    if (found.length === 0) return [];
    const _write = new ObjectId();
    const _id = { $in: found.map((stored) => stored._id) };
    await this.#documents.updateMany({ ...this.#filter(query.where ?? {}), _id }, { $set: { ...set, _write } });
    const taken = await this.#documents.find({ _id, _write }).toArray();
    const byId = new Map(taken.map((stored) => [stored._id, stored]));
    return found.flatMap(({ _id: id }) => {
      const mine = byId.get(id);
      return mine === undefined ? [] : [this.read(mine)];
    });
  }

  async removeKeys(keys: readonly (readonly KeyValue[])[]): Promise<void> {
    if (keys.length > 0) await this.#documents.deleteMany({ _id: { $in: keys.map(documentId) } });
  }

  async remove(where: Where<Fields>): Promise<number> {
    return (await this.#documents.deleteMany(this.#filter(where))).deletedCount;
  }

  /** A record as a document. */
  document(record: T): Stored {
    const { key, derived, isText } = this.#declared;
    const values = columnValues(this.#declared, record);
    const made = Object.fromEntries(Object.keys(derived).map((field) => [field, values[field]]));
    const fields: Document = isText ? { ...values, doc: JSON.stringify(record) } : { ...record, ...made };
    if (key.length === 1) delete fields[key[0] ?? ''];
    return { _id: documentId(keyOf(this.#declared, record)), ...fields, _write: new ObjectId() };
  }

  read({ _id, _write, ...fields }: Stored): T {
    const { key, derived, isText, revive } = this.#declared;
    if (isText) return revive(JSON.parse(fields.doc));
    for (const field of Object.keys(derived)) delete fields[field];
    return (key.length === 1 ? { [key[0] ?? '']: _id, ...fields } : fields) as T;
  }

  async #find(
    { where = {}, order = [], limit, offset = 0, after }: RecordQuery<Fields>,
    projection: Document = {},
  ): Promise<Stored[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const fields = orderOf(order).map(({ field, isDescending }) => ({ path: this.#path(field), field, isDescending }));
    const filter = this.#filter(where);
    const place = after === undefined ? {} : afterFilter(fields, after as Document);
    const both = [filter, place].filter((part) => Object.keys(part).length > 0);
    return await this.#documents
      .find((both.length === 2 ? { $and: both } : (both[0] ?? {})) as never, { projection })
      .sort(Object.fromEntries(fields.map(({ path, isDescending }) => [path, isDescending ? -1 : 1])))
      .skip(offset)
      .limit(limit ?? 0)
      .toArray();
  }

  #path(field: string): string {
    return documentPath(this.#declared.key, field);
  }

  #filter(where: Where<Fields>): Document {
    return Object.fromEntries(
      formsOf(where as Where<never>).map(([field, form]) => [this.#path(field), conditionOf(form)]),
    );
  }
}

function conditionOf(form: Form): unknown {
  if ('is' in form) return form.is;
  const named = Object.entries(form).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    named.map(([name, value]) => [
      operators[name as keyof typeof operators],
      Array.isArray(value) ? [...value] : value,
    ]),
  );
}

interface PathOrder {
  readonly path: string;
  readonly field: string;
  readonly isDescending: boolean;
}

/** What comes after a record in an order. The first bound finds the place in the index. */
function afterFilter([first, ...rest]: readonly PathOrder[], values: Document): Document {
  if (first === undefined) return {};
  const { path, field, isDescending } = first;
  const [beyond, from] = isDescending ? ['$lt', '$lte'] : ['$gt', '$gte'];
  if (rest.length === 0) return { [path]: { [beyond]: values[field] } };
  return {
    [path]: { [from]: values[field] },
    $or: [{ [path]: { [beyond]: values[field] } }, afterFilter(rest, values)],
  };
}
