import { isDeepStrictEqual } from 'node:util';
import { type Db, type Document, MongoServerError } from 'mongodb';
import type { TaskKind } from '../../model/crawl/task.ts';
import type { AnyCollection } from '../collection.ts';
import { declared } from '../collections/all.ts';
import { taskStates } from '../collections/crawl/tasks.ts';
import { validatorOf as declaredValidator } from '../engine/mongo-schema.ts';
import type { Collections } from './collections.ts';

/** BSON types of a field, or the only values that it may have. */
type FieldRule = 'string' | 'date' | 'number' | 'binData' | readonly string[];

const taskKinds: readonly TaskKind[] = ['source', 'page'];

/**
 * Fields that every version of newshawk writes, and without which a record can't be read or found. A write of another program, or of a defect of this one, that
 * lacks one is refused by the server. Fields of later versions are not named: older documents lack them.
 */
const fields: Readonly<Partial<Record<keyof Collections, Readonly<Record<string, FieldRule>>>>> = {
  frontier: { kind: taskKinds, host: 'string', site: 'string', rank: 'number', state: taskStates, attempts: 'number' },
  articles: { site: 'string', url: 'string', body: 'string', cluster: 'string', status: 'string', updatedAt: 'date' },
  links: { from: 'string', to: 'string' },
  addresses: { inLinks: 'number' },
  blobs: { bytes: 'number', chunks: 'number' },
  blobChunks: { data: 'binData' },
};

/** The validators of the collections that have one. */
export const validators: readonly (readonly [string, Document])[] = [
  ...Object.entries(fields).map(([name, rules]) => [name, validatorOf(rules)] as const),
  ...Object.values<AnyCollection>(declared).map((one) => [one.name, declaredValidator(one)] as const),
];

function validatorOf(rules: Readonly<Record<string, FieldRule>>): Document {
  const properties = Object.entries(rules).map(([field, rule]) => [
    field,
    typeof rule === 'string' ? { bsonType: rule } : { enum: [...rule] },
  ]);
  return { $jsonSchema: { required: Object.keys(rules), properties: Object.fromEntries(properties) } };
}

/** Wire version of MongoDB 5.0, the oldest that newshawk is made for; the driver refuses those before 4.4. */
const oldestWireVersion = 13;

/** @returns a sentence where the server is older than newshawk is made for */
export async function outdatedServer(db: Db): Promise<string[]> {
  const { maxWireVersion } = await db.command({ hello: 1 });
  return maxWireVersion >= oldestWireVersion
    ? []
    : [
        `the server is older than MongoDB 5.0 (wire version ${maxWireVersion}): newshawk is not tested with it. Update it.`,
      ];
}

/** Documents that break the rule already may still be changed; new ones, and valid ones, may not break it. */
const options = { validationLevel: 'moderate', validationAction: 'error' } as const;

/** Codes of servers that don't know validators (9, 59, 72, 115, 238, 303), or don't let this user set them (13). */
const refusals: ReadonlySet<unknown> = new Set([9, 13, 59, 72, 115, 238, 303]);
const namespaceExists = 48;

/**
 * Creates the collections with their validators, and changes validators that differ: nothing is written where all are as they should be.
 * @returns what the server does not do, a sentence each: the store works without it
 */
export async function setValidators(db: Db): Promise<string[]> {
  const present = new Map<string, Document>();
  for (const { name, ...rest } of await db.listCollections().toArray())
    present.set(name, ('options' in rest ? rest.options : undefined) ?? {});
  try {
    for (const [name, validator] of validators) await setValidator(db, name, { validator, present: present.get(name) });
    return [];
  } catch (error) {
    if (!(error instanceof MongoServerError && refusals.has(error.code))) throw error;
    return [
      `no validation of documents: the server refused it (${error.message}). The store works without; a user with the role dbAdmin on the database may set validators.`,
    ];
  }
}

async function setValidator(
  db: Db,
  name: string,
  { validator, present }: { readonly validator: Document; readonly present: Document | undefined },
): Promise<void> {
  if (present !== undefined) {
    if (isDeepStrictEqual(present.validator, validator)) return;
    await db.command({ collMod: name, validator, ...options });
    return;
  }
  try {
    await db.createCollection(name, { validator, ...options });
  } catch (error) {
    // another process that starts has just created it, with the same validator
    if (!(error instanceof MongoServerError && error.code === namespaceExists)) throw error;
  }
}
