import {
  type AnswerFieldName,
  type AnswerFields,
  type AnswerPath,
  type AnswerReading,
  type ApiSample,
  answerReadings,
  type BodyPath,
  type PageApi,
} from '../../model/page/page-api.ts';
import { combinations, type Inferred, inferMost } from './infer-most.ts';
import { RequestPlan } from './request-plan.ts';

/** Learns how a format's articles are read from what its pages have in common; or says why not. */
export const inferApi = (samples: readonly ApiSample[]): Inferred<PageApi> => inferMost(samples, inferFrom);

function inferFrom(samples: readonly ApiSample[]): Inferred<PageApi> {
  const [first, ...others] = samples;
  if (first === undefined) return { reason: 'no page is known' };
  let why = 'no answer has the text of all pages at the same place';
  for (const body of first.bodies) {
    const plan = new RequestPlan(samples);
    const rest = others.map((sample) => sample.bodies.filter((candidate) => samePlaces(candidate, body)));
    const bodies = alignBodies(plan, body, rest);
    if (bodies === null) {
      why = plan.why ?? why;
      continue;
    }
    return new FieldPlan(samples, plan).finish(bodies);
  }
  return { reason: why };
}

const samePlaces = (a: readonly BodyPath[], b: readonly BodyPath[]): boolean =>
  a.length === b.length && a.every(({ path }, at) => path === b[at]?.path);

/** The body's parts with their texts and skips as all samples have them, numbered by request; null where the requests have nothing in common. */
function alignBodies(
  plan: RequestPlan,
  body: readonly BodyPath[],
  rest: readonly (readonly (readonly BodyPath[])[])[],
): readonly BodyPath[] | null {
  for (const choice of combinations(rest)) {
    const all = [body, ...choice];
    const numbers = body.map((_, at) => plan.request(all.map((paths) => paths[at]?.answer ?? -1)));
    if (numbers.every((number) => number !== null))
      return body.map(({ path }, at) => {
        const texts = [...new Set(all.flatMap((paths) => paths[at]?.texts ?? []))];
        const skips = [...new Set(all.flatMap((paths) => paths[at]?.skips ?? []))].filter(
          (skip) => !texts.includes(skip),
        );
        return { answer: numbers[at] as number, path, texts, skips };
      });
  }
  return null;
}

/** Where the fields of the articles are, beside their bodies. */
class FieldPlan {
  readonly #samples: readonly ApiSample[];
  readonly #plan: RequestPlan;

  constructor(samples: readonly ApiSample[], plan: RequestPlan) {
    this.#samples = samples;
    this.#plan = plan;
  }

  /** Adds the other fields, from requests that are planned already where possible. */
  finish(body: readonly BodyPath[]): Inferred<PageApi> {
    const names = Object.keys(this.#samples[0]?.fields ?? {}) as AnswerFieldName[];
    const found = names.map((name) => [name, this.#field(name)] as const);
    const langs = new Set(this.#samples.map(({ lang }) => lang));
    const fields = { ...Object.fromEntries(found), body } as unknown as AnswerFields;
    return {
      api: {
        requests: this.#plan.templates,
        fields: this.#plan.templates.some(({ kind }) => kind === 'html') ? null : fields,
        reading: bestReading(this.#samples),
        lang: langs.size === 1 ? ([...langs][0] ?? null) : null,
      },
      unproven: this.#plan.unproven,
    };
  }

  #field(name: AnswerFieldName): AnswerPath | null {
    const showing = this.#samples.flatMap(({ fields }, sample) =>
      fields[name] === null ? [] : [{ sample, paths: fields[name] }],
    );
    const [first, ...others] = showing;
    if (first === undefined) return null;
    const shared = first.paths.filter(({ path, isUtc }) =>
      others.every(({ paths }) => paths.some((other) => other.path === path && other.isUtc === isUtc)),
    );
    for (const allowsNew of [false, true])
      for (const { path, isUtc } of shared) {
        const number = this.#requestWith(path, showing, allowsNew);
        if (number !== null) return isUtc === true ? { answer: number, path, isUtc } : { answer: number, path };
      }
    return null;
  }

  /** The request whose answer has a path in all samples that show the field. */
  #requestWith(
    path: string,
    showing: readonly { readonly sample: number; readonly paths: readonly AnswerPath[] }[],
    allowsNew: boolean,
  ): number | null {
    const has = (sample: number, number: number): boolean =>
      showing.every(
        (shown) =>
          shown.sample !== sample || shown.paths.some((other) => other.path === path && other.answer === number),
      );
    const planned = this.#plan.find(has);
    if (planned !== -1 || !allowsNew || showing.length < this.#samples.length) return planned === -1 ? null : planned;
    const choices = showing.map(({ paths }) =>
      paths.filter((other) => other.path === path).map(({ answer }) => answer),
    );
    for (const numbers of combinations(choices)) {
      const number = this.#plan.request(numbers);
      if (number !== null) return number;
    }
    return null;
  }
}

/** Ways to read pages that differ less than this from each other count as equal. */
const sameLikeness = 0.0005;

/** The cheapest of the ways that read all samples as rendered. One that was not tried on a page counts as right there: the trial shows it. */
function bestReading(samples: readonly ApiSample[]): AnswerReading {
  const worst = answerReadings.map((_, at) => Math.min(...samples.map(({ likeness }) => likeness[at] ?? 1)));
  const best = worst.findIndex((likeness) => likeness >= Math.max(...worst) - sameLikeness);
  return answerReadings[best] as AnswerReading;
}
