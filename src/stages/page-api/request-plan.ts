import type { ListApiSample } from '../../model/page/list-api.ts';
import type { ApiSample, RequestTemplate, SampleRequest } from '../../model/page/page-api.ts';
import { isCredentialName, isOpaque } from './explain-parts.ts';
import { placeholdersIn, rewritten } from './placeholders.ts';
import { isRepeatable } from './repeatable.ts';
import { requestParts } from './request-parts.ts';

/** Requests for one page, at most. */
const maxRequests = 4;

interface MergedRequest {
  readonly template: RequestTemplate;
  readonly unproven: readonly string[];
}

interface PlannedRequest extends MergedRequest {
  /** Its number in each sample. */
  readonly numbers: readonly number[];
}

/** The requests that all samples have in common, as far as they are needed. */
export class RequestPlan {
  readonly #samples: readonly (ApiSample | ListApiSample)[];
  readonly #requests: PlannedRequest[] = [];
  /** Why the last request could not be explained. */
  why: string | null = null;

  constructor(samples: readonly (ApiSample | ListApiSample)[]) {
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

  /** The number of a request that is planned and has this property in all samples; -1: none has. */
  find(has: (sample: number, number: number) => boolean): number {
    return this.#requests.findIndex(({ numbers }) => numbers.every((number, sample) => has(sample, number)));
  }

  get templates(): readonly RequestTemplate[] {
    return this.#requests.map(({ template }) => template);
  }

  /** Texts that look like a key or hash and stand in no shell. */
  get unproven(): readonly string[] {
    return this.#requests.flatMap(({ unproven }) => unproven);
  }
}

function mergeRequests(
  requests: readonly SampleRequest[],
  renumber: (template: string, sample: number) => string | null,
): MergedRequest | { readonly reason: string } {
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
  if (!isRepeatable(first.request.method, first.request.body))
    return { reason: `it may have an effect: ${first.text}` };
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
  const made = requestParts(first.request).template((key) => chosen.get(key) ?? '');
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
export const unprovenTexts = ({ requests }: ApiSample | ListApiSample): readonly string[] => [
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
export const shellPlaces = ({ requests }: { readonly requests: readonly RequestTemplate[] }): readonly string[] => [
  ...new Set(
    requests
      .flatMap(({ url, headers, body }) => [url, ...Object.values(headers), body ?? ''])
      .flatMap(placeholdersIn)
      .filter((placeholder) => placeholder.startsWith('shell.')),
  ),
];
