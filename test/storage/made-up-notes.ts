import { z } from 'zod';
import { listOf, record } from '../../src/model/schema.ts';
import { collection } from '../../src/storage/collection.ts';
import type { RecordsOf } from '../../src/storage/engine/records.ts';

// What a new record costs: its schema, its key, what it is looked up by. All else follows: the tables and indexes of both engines, validators, copies, the check.

const noteSchema = record({
  desk: z.string(),
  number: z.int(),
  text: z.string(),
  isUrgent: z.boolean(),
  takenAt: z.date(),
  history: listOf(record({ at: z.date(), by: z.string().nullable() })),
});
export type Note = z.infer<typeof noteSchema>;

export const notes = collection({
  name: 'notes',
  schema: noteSchema,
  key: ['desk', 'number'],
  columns: ['takenAt', 'isUrgent'],
  derived: { words: [z.array(z.string()), ({ text }) => text.toLowerCase().split(' ')] },
  indexes: [{ by: ['desk', '-takenAt', 'number'] }, { by: ['isUrgent', 'takenAt'], where: { isUrgent: true } }],
});

export type Notes = RecordsOf<typeof notes>;
