import { z } from 'zod';
import shippedFile from '../../model/page-types.json' with { type: 'json' };
import { type PageFeature, type PageFeatures, pageFeatureDescriptions, pageFeatureNames } from './feature-names.ts';

/** What the model tells apart. */
export const pageKinds = ['article', 'forum', 'product', 'documentation', 'service', 'list', 'login-wall'] as const;
export type PageKind = (typeof pageKinds)[number];
export type KindShares = Readonly<Record<PageKind, number>>;

const kindSchema = z.strictObject({ intercept: z.number(), weights: z.record(z.string(), z.number()) });
const modelSchema = z.strictObject({
  version: z.string(),
  features: z.array(z.string()),
  kinds: z.strictObject({
    article: kindSchema,
    forum: kindSchema,
    product: kindSchema,
    documentation: kindSchema,
    service: kindSchema,
    list: kindSchema,
    'login-wall': kindSchema,
  }),
});

/** A multinomial logistic regression over the features of a page; trained by `tools/train-extractor/page_types.py`, described in model/README.md. */
export interface PageModel {
  readonly version: string;
  readonly kinds: readonly {
    readonly kind: PageKind;
    readonly intercept: number;
    /** In the order of `pageFeatureNames`. */
    readonly weights: Float64Array;
  }[];
}

/** @throws Error if the file is not a model, or was trained on other features */
export function parsePageModel(file: unknown): PageModel {
  const { version, features, kinds } = modelSchema.parse(file);
  if (features.join() !== pageFeatureNames.join())
    throw new Error(`page model ${version} was trained on other features: run tools/train-extractor/page_types.py`);
  return {
    version,
    kinds: pageKinds.map((kind) => ({
      kind,
      intercept: kinds[kind].intercept,
      weights: Float64Array.from(pageFeatureNames, (name) => kinds[kind].weights[name] ?? 0),
    })),
  };
}

let shipped: PageModel | undefined;

/** The model of the package; parsed once. */
export function shippedPageModel(): PageModel {
  shipped ??= parsePageModel(shippedFile);
  return shipped;
}

/** The estimated probability of each kind; together 1. */
export function kindShares(features: PageFeatures, { kinds }: PageModel): KindShares {
  const sums = kinds.map(({ intercept, weights }) =>
    pageFeatureNames.reduce((sum, name, at) => sum + features[name] * (weights[at] ?? 0), intercept),
  );
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((total, power) => total + power, 0);
  const share = (at: number): number => (powers[at] ?? 0) / all;
  return Object.fromEntries(kinds.map(({ kind }, at) => [kind, share(at)])) as Record<PageKind, number>;
}

/** Reasons in the trace: they change no result. Chosen by hand, not measured. */
const shownReasons = 4;

/** What speaks most for a kind and against an article, for the trace. */
export function reasonsFor(kind: PageKind, features: PageFeatures, { kinds }: PageModel): string[] {
  const [own, article] = [kind, 'article'].map((name) => kinds.find((one) => one.kind === name));
  const effect = (at: number, name: PageFeature): number =>
    features[name] * ((own?.weights[at] ?? 0) - (article?.weights[at] ?? 0));
  return pageFeatureNames
    .map((name, at) => ({ name, effect: effect(at, name) }))
    .sort((a, b) => b.effect - a.effect)
    .slice(0, shownReasons)
    .map(({ name }) => `${pageFeatureDescriptions[name]} = ${features[name].toFixed(2)}`);
}
