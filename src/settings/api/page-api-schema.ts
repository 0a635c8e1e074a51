import { z } from 'zod';
import type { NamedApi } from '../../model/page/named-api.ts';
import type { AnswerFieldName, BodyPath, PageApi } from '../../model/page/page-api.ts';
import { closedObject } from '../setting.ts';
import {
  type ApiPathDefinition,
  type ApiRequestDefinition,
  addressPattern,
  answerNumber,
  answerPath,
  checkAnswer,
  checkRequests,
  path,
  patternOf,
  request,
  toTemplate,
} from './request-schema.ts';

/** An API that a scraper names (docs/page-api.md). */
export interface ApiDefinition {
  /** Which articles: a path in which `*` stands for any text (`/news/*`), or an expression on the whole address. */
  pages: string | RegExp;
  /** In the order in which they are sent. */
  requests: ApiRequestDefinition[];
  /** Where the article is in the answers. Left out: the answers are HTML, read as a page. */
  fields?: ApiFieldsDefinition;
  /** Whether the body is all that its paths give; default true. False: extraction searches the text in it. */
  takesWholeBody?: boolean;
  /** Whether title and metadata of the page itself are used too, for one more request; default false. */
  usesShell?: boolean;
}

/** `texts`: names of the properties that hold text, for a body that is a tree of nodes. `skips`: names of properties, and `type=image` for objects. */
export type ApiBodyDefinition = string | { answer?: number; path: string; texts?: string[]; skips?: string[] };

export type ApiFieldsDefinition = { [Name in AnswerFieldName]?: ApiPathDefinition } & {
  /** Several parts are joined in their order. */
  body: ApiBodyDefinition | ApiBodyDefinition[];
};

const bodyPath = z.union([
  path.transform((text): BodyPath => ({ answer: 0, path: text, texts: [], skips: [] })),
  closedObject({
    answer: answerNumber,
    path,
    texts: z.array(z.string()).default([]),
    skips: z.array(z.string()).default([]),
  }),
]);

const optionalPath = answerPath.nullable().default(null);
const fields = closedObject({
  title: optionalPath,
  body: z
    .unknown()
    .refine((value) => value !== null, { abort: true, message: "say where the text is: body: 'data.text'" })
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .pipe(z.array(bodyPath).min(1, 'name at least one path'))
    .prefault(null),
  authors: optionalPath,
  publishedAt: optionalPath,
  modifiedAt: optionalPath,
  section: optionalPath,
  tags: optionalPath,
  leadImage: optionalPath,
  media: optionalPath,
});

/** An API behind articles, as a scraper names it. */
export const namedApi = closedObject({
  pages: addressPattern,
  requests: z.array(request).min(1, 'name at least one request').max(8),
  fields: fields.nullable().default(null),
  takesWholeBody: z.boolean().default(true),
  usesShell: z.boolean().default(false),
}).superRefine((api, context) => {
  const complain = (place: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path: place, message });
  checkRequests(api.requests, complain);
  for (const [at, { kind }] of api.requests.entries())
    if (api.fields === null ? (kind ?? 'html') !== 'html' : kind === 'html')
      complain(
        ['requests', at, 'kind'],
        api.fields === null
          ? 'without `fields` all answers are html: add `fields`'
          : '`fields` needs json or jsonp: html has no paths',
      );
  for (const [name, paths] of Object.entries(api.fields ?? {}))
    for (const one of paths === null ? [] : [paths].flat())
      checkAnswer(['fields', name], one, api.requests.length, complain);
});

/** @param origin against which addresses from the first / on resolve */
export const toNamedApi = (
  { pages, requests, fields, takesWholeBody, usesShell }: z.output<typeof namedApi>,
  { origin, language }: { readonly origin: string; readonly language: string | null },
): NamedApi => {
  const api: PageApi = {
    requests: requests.map((one) => toTemplate(one, origin, fields === null ? 'html' : 'json')),
    fields,
    reading: { takesWholeBody, usesShell },
    lang: language,
  };
  return { pages: patternOf(pages), api };
};
