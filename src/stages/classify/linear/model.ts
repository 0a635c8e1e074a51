import { createHash } from 'node:crypto';
import { z } from 'zod';
import { NewshawkError } from '../../../errors.ts';
import type { LinearWeights } from '../../../model/topic/linear-weights.ts';

const counts = z.number().int().nonnegative();
const share = z.number().min(0).max(1);

const reportSchema = z
  .strictObject({
    folds: counts,
    examples: counts,
    accuracy: share,
    macroF1: share,
    labels: z
      .array(
        z.strictObject({ label: z.string(), examples: counts, precision: share, recall: share, f1: share }).readonly(),
      )
      .readonly(),
    confusion: z.array(z.array(counts).readonly()).readonly(),
  })
  .readonly();

/** An array of numbers, little-endian, in base64. */
const base64Numbers = z.base64();

const fileSchema = z.strictObject({
  kind: z.literal('newshawk-linear'),
  version: z.literal(1),
  labels: z.array(z.string().min(1)).min(2),
  /** Number of training texts. */
  examples: counts,
  grams: z.strictObject({
    titleWeight: z.number().positive(),
    leadWeight: z.number().positive(),
    words: z.number().int().positive(),
    characters: z.number().int().positive(),
    maxLength: z.number().int().positive(),
  }),
  /** Grams are hashed into 2 ** bits buckets. */
  bits: z.number().int().min(8).max(30),
  /** Uint32, ascending: the buckets that have weights. */
  buckets: base64Numbers,
  /** Float32, by bucket. */
  idf: base64Numbers,
  /** Int16, by bucket and label, to be multiplied by `scale`. */
  weights: base64Numbers,
  scale: z.number().positive(),
  /** By label. */
  biases: z.array(z.number()),
  calibration: z.strictObject({ slope: z.number().positive(), offsets: z.array(z.number()).readonly() }),
  /** By label: the grams with the highest weights. */
  topTerms: z.array(z.array(z.string())),
  report: reportSchema,
  /** SHA-256 of all other fields. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
type ModelFile = z.output<typeof fileSchema>;

/** A trained model with its report: about 2 bytes per bucket and label, and 8 per bucket. */
export interface LinearModel extends LinearWeights {
  readonly examples: ModelFile['examples'];
  readonly topTerms: ModelFile['topTerms'];
  readonly report: ModelFile['report'];
}

type UnsealedModel = Omit<LinearModel, 'digest'>;

/** Copies the weights into shared memory, without the report: all threads share one copy. */
export function sharedWeights({
  examples: _examples,
  topTerms: _terms,
  report: _report,
  ...model
}: LinearModel): LinearWeights {
  const buckets = new Uint32Array(new SharedArrayBuffer(model.buckets.byteLength));
  const idf = new Float32Array(new SharedArrayBuffer(model.idf.byteLength));
  const weights = new Int16Array(new SharedArrayBuffer(model.weights.byteLength));
  buckets.set(model.buckets);
  idf.set(model.idf);
  weights.set(model.weights);
  return { ...model, buckets, idf, weights };
}

/** Adds the digest. */
export const sealModel = (model: UnsealedModel): LinearModel => ({ ...model, digest: digestOf(model) });

/** One line of JSON; the same model gives the same bytes. */
export function writeModel({ digest, ...model }: LinearModel): string {
  return `${JSON.stringify({ ...fileOf(model), digest })}\n`;
}

/** @param name file name for error messages. @throws NewshawkError misconfigured: not a model, damaged, or of another version */
export function readModel(text: string, name: string): LinearModel {
  const { success, data, error } = fileSchema.safeParse(jsonOf(text, name));
  if (!success) {
    const [first] = error.issues;
    throw new NewshawkError(
      'misconfigured',
      `${name} is not a model that this version can use (${first?.path.join('.') || 'the whole file'}: ${first?.message}). \`newshawk train categories\` makes one.`,
      { cause: error },
    );
  }
  const { kind: _, version: __, ...rest } = data;
  const model = {
    ...rest,
    buckets: new Uint32Array(bytesOf(data.buckets)),
    idf: new Float32Array(bytesOf(data.idf)),
    weights: new Int16Array(bytesOf(data.weights)),
  };
  const { digest, ...sealed } = model;
  if (!isWhole(model) || digest !== digestOf(sealed))
    throw new NewshawkError(
      'misconfigured',
      `${name} is damaged: its content does not match its digest. Train it again, or copy it again.`,
    );
  return model;
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NewshawkError('misconfigured', `${name} is not a model: ${(cause as Error).message}`, { cause });
  }
}

const isWhole = ({ labels, buckets, idf, weights, biases, calibration }: LinearModel): boolean =>
  idf.length === buckets.length &&
  weights.length === buckets.length * labels.length &&
  biases.length === labels.length &&
  calibration.offsets.length === labels.length;

const fileOf = ({ buckets, idf, weights, ...model }: UnsealedModel) => ({
  kind: 'newshawk-linear' as const,
  version: 1 as const,
  ...model,
  buckets: base64Of(buckets),
  idf: base64Of(idf),
  weights: base64Of(weights),
});

/** Fields are sorted by name: their order in the file does not matter. */
function digestOf(model: UnsealedModel): string {
  const fields = Object.entries(fileOf(model)).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

const base64Of = ({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array | Int16Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Copies into a new buffer: a Buffer's memory may be unaligned. Incomplete numbers are dropped; the digest detects a truncated string. */
function bytesOf(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  const own = new ArrayBuffer(bytes.length - (bytes.length % 4 === 2 ? 0 : bytes.length % 4));
  new Uint8Array(own).set(bytes.subarray(0, own.byteLength));
  return own;
}
