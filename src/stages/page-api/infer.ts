import {
  type AnswerFieldName,
  type AnswerFields,
  type AnswerPath,
  type AnswerReading,
  type ApiSample,
  answerReadings,
  type BodyPath,
  type PageApi,
  type RequestTemplate,
  requiredSamples,
  type SampleRequest,
} from '../../model/page/page-api.ts';
import { isCredentialName, isOpaque } from './explain-parts.ts';
import { placeholdersIn, rewritten } from './placeholders.ts';
import { isRepeatable } from './repeatable.ts';
import { partsOf } from './request-parts.ts';

/** Requests for one article, at most. */
const maxRequests = 4;
/** Field paths that are tried with a request of their own. */
const maxTries = 200;

export type Inference =
  | {
      readonly api: PageApi;
      /** Texts of requests that look like a key or hash and stand in no shell: they must be in the app's scripts, or they belong to one session. */
      readonly unproven: readonly string[];
    }
  | { readonly reason: string };

/** Learns how a format's articles are read from what its pages have in common; or says why not. */
export function inferApi(samples: readonly ApiSample[]): Inference {
  const reasons = [];
  // an odd page (a gallery, a correction) does not count where three others agree
  for (const subset of subsetsOf(samples)) {
    const inferred = inferFrom(subset);
    if ('api' in inferred) return inferred;
    reasons.push(inferred.reason);
  }
  return { reason: reasons[0] ?? `${samples.length} of ${requiredSamples} pages are known` };
}

/** All samples; then without one, and without two, as long as enough are left. */
function subsetsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const withoutOne = (lists: readonly (readonly T[])[]) =>
    lists.flatMap((list) => list.map((item) => list.filter((other) => other !== item)));
  const fewer = withoutOne([items]);
  return [items, ...fewer, ...withoutOne(fewer)].filter((list) => list.length >= requiredSamples);
}

function inferFrom(samples: readonly ApiSample[]): Inference {
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
    return plan.finish(bodies);
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

/** One choice of each list, at most `maxTries`. */
function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap((before) => list.map((item) => [...before, item])).slice(0, maxTries),
    [[]],
  );
}

interface PlannedRequest {
  /** Its number in each sample. */
  readonly numbers: readonly number[];
  readonly template: RequestTemplate;
  readonly unproven: readonly string[];
}

/** The requests that all samples have in common, as far as they are needed. */
class RequestPlan {
  readonly #samples: readonly ApiSample[];
  readonly #requests: PlannedRequest[] = [];
  /** Why the last request could not be explained. */
  why: string | null = null;

  constructor(samples: readonly ApiSample[]) {
    this.#samples = samples;
  }

  /** The number of the request that each sample has under its number; null where the samples have no template in common. */
  request(numbers: readonly number[]): number | null {
    const planned = this.#requests.findIndex((request) => request.numbers.join() === numbers.join());
    if (planned !== -1) return planned;
    const requests = numbers.map((number, at) => this.#samples[at]?.requests[number]);
    if (this.#requests.length === maxRequests || requests.some((request) => request === undefined)) return null;
    const merged = mergeRequests(requests as readonly SampleRequest[], (template, at) =>
      this.#renumbered(template, at),
    );
    if ('reason' in merged) {
      this.why = merged.reason;
      return null;
    }
    return this.#requests.push({ numbers, ...merged }) - 1;
  }

  /** A template whose placeholders name earlier answers by the numbers of the plan; null where one names an answer that is not asked for. */
  #renumbered(template: string, sample: number): string | null {
    let isKnown = true;
    const renamed = rewritten(
      template,
      (text) => text,
      (placeholder) => {
        const [, number, rest] = /^answer\.(\d+)(.*)$/s.exec(placeholder) ?? [];
        if (number === undefined) return placeholder;
        const planned = this.#requests.findIndex(({ numbers }) => numbers[sample] === Number(number));
        isKnown &&= planned !== -1;
        return `answer.${planned}${rest}`;
      },
    );
    return isKnown ? renamed : null;
  }

  /** Adds the other fields, from requests that are planned already where possible. */
  finish(body: readonly BodyPath[]): Inference {
    const names = Object.keys(this.#samples[0]?.fields ?? {}) as AnswerFieldName[];
    const found = names.map((name) => [name, this.#field(name)] as const);
    const langs = new Set(this.#samples.map(({ lang }) => lang));
    const fields = { ...Object.fromEntries(found), body } as unknown as AnswerFields;
    return {
      api: {
        requests: this.#requests.map(({ template }) => template),
        fields: this.#requests.some(({ template }) => template.kind === 'html') ? null : fields,
        reading: bestReading(this.#samples),
        lang: langs.size === 1 ? ([...langs][0] ?? null) : null,
      },
      unproven: this.#requests.flatMap(({ unproven }) => unproven),
    };
  }

  #field(name: AnswerFieldName): AnswerPath | null {
    const showing = this.#samples.flatMap(({ fields }, sample) =>
      fields[name] === null ? [] : [{ sample, paths: fields[name] }],
    );
    const [first, ...others] = showing;
    if (first === undefined) return null;
    const shared = first.paths.filter(({ path }) =>
      others.every(({ paths }) => paths.some((other) => other.path === path)),
    );
    for (const allowsNew of [false, true])
      for (const { path } of shared) {
        const number = this.#requestWith(path, showing, allowsNew);
        if (number !== null) return { answer: number, path };
      }
    return null;
  }

  /** The request whose answer has a path in all samples that show the field. */
  #requestWith(
    path: string,
    showing: readonly { readonly sample: number; readonly paths: readonly AnswerPath[] }[],
    allowsNew: boolean,
  ): number | null {
    const has = (sample: number, number: number | undefined): boolean =>
      showing.every(
        (shown) =>
          shown.sample !== sample || shown.paths.some((other) => other.path === path && other.answer === number),
      );
    const planned = this.#requests.findIndex(({ numbers }) => numbers.every((number, sample) => has(sample, number)));
    if (planned !== -1 || !allowsNew || showing.length < this.#samples.length) return planned === -1 ? null : planned;
    const choices = showing.map(({ paths }) =>
      paths.filter((other) => other.path === path).map(({ answer }) => answer),
    );
    for (const numbers of combinations(choices)) {
      const number = this.request(numbers);
      if (number !== null) return number;
    }
    return null;
  }
}

/** Ways to read pages that differ less than this from each other count as equal. */
const sameLikeness = 0.0005;

/** The cheapest of the ways that read all samples as rendered. */
function bestReading(samples: readonly ApiSample[]): AnswerReading {
  const worst = answerReadings.map((_, at) => Math.min(...samples.map(({ likeness }) => likeness[at] ?? 0)));
  const best = worst.findIndex((likeness) => likeness >= Math.max(...worst) - sameLikeness);
  return answerReadings[best] as AnswerReading;
}

type Merged = Pick<PlannedRequest, 'template' | 'unproven'> | { readonly reason: string };

function mergeRequests(
  requests: readonly SampleRequest[],
  renumber: (template: string, sample: number) => string | null,
): Merged {
  const [first] = requests as readonly [SampleRequest, ...SampleRequest[]];
  const keys = Object.keys(first.parts);
  const isOneKind = requests.every(
    ({ method, by, kind, parts }) =>
      method === first.method &&
      by === first.by &&
      kind === first.kind &&
      Object.keys(parts).join('\n') === keys.join('\n'),
  );
  if (!isOneKind) return { reason: `the requests have different parts: ${first.text}` };
  if (!isRepeatable(first.request)) return { reason: `it may have an effect: ${first.text}` };
  const chosen = new Map<string, string>();
  for (const key of keys) {
    const template = commonTemplate(key, requests, renumber);
    if (template === null) return { reason: `${key} is neither constant nor in the page: ${first.text}` };
    chosen.set(key, template);
  }
  const unproven = [...chosen].flatMap(([key, template]) =>
    placeholdersIn(template).length === 0 && mustBeProven(key, template) ? [template.replaceAll('$${', '${')] : [],
  );
  const { method, by, kind } = first;
  const made = partsOf(first.request).template((key) => chosen.get(key) ?? '');
  return { template: { method, by, kind, ...made }, unproven };
}

/** The simplest template that gives the part in all samples. A constant that looks like a key is read anew from the shell where it is there. */
function commonTemplate(
  key: string,
  requests: readonly SampleRequest[],
  renumber: (template: string, sample: number) => string | null,
): string | null {
  const [first = [], ...others] = requests.map(({ parts }, sample) =>
    (parts[key] ?? []).map((template) => renumber(template, sample)),
  );
  const shared = first.filter(
    (template): template is string => template !== null && others.every((templates) => templates.includes(template)),
  );
  const constant = shared.find((template) => placeholdersIn(template).length === 0);
  const variable = shared.filter((template) => template !== constant);
  const fromShell = variable.find((template) =>
    placeholdersIn(template).some((placeholder) => placeholder.startsWith('shell.')),
  );
  const fromAddress = variable.find((template) =>
    placeholdersIn(template).every((placeholder) => placeholder.startsWith('address.')),
  );
  if (constant === undefined) return variable[0] ?? null;
  if (/^\d+$/.test(constant) && fromAddress !== undefined) return fromAddress;
  return mustBeProven(key, constant) && fromShell !== undefined ? fromShell : constant;
}

/** Constant texts of a sample's requests that look like keys: the app's scripts may have them. */
export const unprovenTexts = ({ requests }: Pick<ApiSample, 'requests'>): readonly string[] => [
  ...new Set(
    requests.flatMap(({ parts }) =>
      Object.entries(parts).flatMap(([key, [constant = '', ...others]]) =>
        others.length === 0 && mustBeProven(key, constant) ? [constant.replaceAll('$${', '${')] : [],
      ),
    ),
  ),
];

const mustBeProven = (key: string, text: string): boolean =>
  key !== 'origin' && (isOpaque(text) || (isCredentialName(key) && text.length > 3));

/** Placeholders of the shell that a page API needs. */
export const shellPlaces = ({ requests }: Pick<PageApi, 'requests'>): readonly string[] => [
  ...new Set(
    requests
      .flatMap(({ url, headers, body }) => [url, ...Object.values(headers), body ?? ''])
      .flatMap(placeholdersIn)
      .filter((placeholder) => placeholder.startsWith('shell.')),
  ),
];
