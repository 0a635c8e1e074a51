import { z } from 'zod';
import { CommandError, exitCodes } from '../../../errors.ts';
import { listOf, record } from '../../../model/schema.ts';
import type { SiteLearning } from '../../../model/wrapper/site-learning.ts';
import { learningSampleSchema, storedCorrectionSchema } from '../../../model/wrapper/site-learning.ts';
import { wrapperSchema } from '../../../settings/wrapper-file.ts';
import { learningOf, pin, rollBack, unpin, versionContent } from '../../../site/switch-version.ts';
import { diffWrappers } from '../../../site/wrapper-diff.ts';
import { hasOpenDrift } from '../../../stages/site-learning/learning-state.ts';
import { answerCommand } from '../../answer.ts';
import { listWithTotal } from '../../json-schema.ts';
import { type ObjectSchema, queryOf, querySchema, type Route } from '../route.ts';
import { wrapperSite } from '../schemas.ts';

const site = { type: 'string', minLength: 1, maxLength: 253, description: 'host of the site' } as const;
const version = { type: 'integer', minimum: 1, maximum: 2 ** 31, description: 'number of a version' } as const;

const pathOf = (properties: ObjectSchema['properties']): ObjectSchema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

const paramsOf = (request: { readonly params: unknown }) =>
  request.params as { readonly site: string; readonly version: number };

type SiteView = z.infer<typeof wrapperSite>;

/** What a list shows of a site. */
function siteView(learning: SiteLearning): SiteView {
  const { samples, recent: _, ...view } = learning;
  return { ...view, samples: samples.length, ...stateOf(learning) };
}

function stateOf(learning: SiteLearning): Pick<SiteView, 'state' | 'detail'> {
  const { live, drift, versions, pagesSince, learnAfter } = learning;
  if (hasOpenDrift(learning) && drift !== null) return { state: 'drift', detail: drift.detail };
  if (live !== null) return { state: 'live', detail: `wrapper ${live} is in use` };
  const last = versions.at(-1);
  if (last !== undefined && !last.verdict.isAccepted) return { state: 'refused', detail: last.verdict.reason };
  return { state: 'collecting', detail: `${pagesSince} of ${learnAfter} articles` };
}

export const listWrappers: Route = {
  path: '/v1/wrappers',
  summary: 'Sites that are learned, with their live version, its verdict, and changes of their layout',
  success: { schema: listWithTotal(wrapperSite) },
  handle: (app) => async () => {
    const sites = await (await app.store()).wrappers.list();
    return { total: sites.length, items: sites.map(siteView) };
  },
};

export const getWrapper: Route = {
  path: '/v1/wrappers/:site',
  summary: 'One site with its versions, its newest pages, its corrected pages, and the live wrapper',
  success: {
    schema: record({
      site: wrapperSite,
      pages: listOf(learningSampleSchema.unwrap().pick({ url: true, at: true }).readonly()),
      corrections: listOf(
        record({
          ...storedCorrectionSchema.unwrap().pick({ url: true, by: true, at: true }).shape,
          /** What is corrected. */
          fields: listOf(z.string()),
        }),
      ),
      /** The live wrapper; null: none. */
      wrapper: wrapperSchema.nullable(),
    }),
  },
  errors: { 404: 'nothing is learned of this site' },
  params: pathOf({ site }),
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const store = await app.store();
      const learning = await learningOf({ store }, paramsOf(request).site);
      const corrections = await store.wrappers.corrections(learning.site);
      return {
        site: siteView(learning),
        pages: learning.samples.map(({ url, at }) => ({ url, at })).reverse(),
        corrections: corrections.map(({ url, by, at, correction }) => ({
          url,
          by,
          at,
          fields: Object.entries(correction).flatMap(([field, value]) => (value === null ? [] : [field])),
        })),
        wrapper: learning.live === null ? null : await store.wrappers.content(learning.site, learning.live),
      };
    }),
};

export const getVersion: Route = {
  path: '/v1/wrappers/:site/versions/:version',
  summary: 'The contents of a version: styles, recurring lines, expressions, fields',
  success: { schema: wrapperSchema },
  errors: { 404: 'there is no such version' },
  params: pathOf({ site, version }),
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const store = await app.store();
      const { site, version } = paramsOf(request);
      return await versionContent({ store }, await learningOf({ store }, site), version);
    }),
};

export const diffVersions: Route = {
  path: '/v1/wrappers/:site/diff',
  summary: 'What differs between two versions; default: the live one and the one before',
  success: { schema: record({ from: z.int(), to: z.int(), lines: listOf(z.string()) }) },
  errors: { 404: 'there is no such version' },
  params: pathOf({ site }),
  query: querySchema({ from: version, to: version }),
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const store = await app.store();
      const learning = await learningOf({ store }, paramsOf(request).site);
      const query = queryOf<{ from?: number; to?: number }>(request);
      const to = query.to ?? learning.live ?? learning.versions.at(-1)?.version ?? 0;
      const from = query.from ?? learning.versions.filter((one) => one.version < to).at(-1)?.version;
      if (from === undefined)
        throw new CommandError(
          exitCodes.nothingFound,
          `${learning.site} has no version before ${to}: there is nothing to compare.`,
        );
      const [before, after] = [
        await versionContent({ store }, learning, from),
        await versionContent({ store }, learning, to),
      ];
      return { from, to, lines: diffWrappers(before, after) };
    }),
};

type Change = (io: Parameters<typeof pin>[0], site: string, version: number | null) => Promise<SiteLearning>;

const changeRoute = (name: string, summary: string, change: Change, hasVersion = true): Route => ({
  method: 'POST',
  path: `/v1/wrappers/:site/${name}`,
  summary,
  success: { schema: wrapperSite },
  errors: { 404: 'nothing is learned of this site, or there is no such version' },
  params: pathOf({ site }),
  ...(hasVersion ? { query: querySchema({ version }) } : {}),
  handle: (app) => async (request) =>
    answerCommand(async () => {
      const query = hasVersion ? queryOf<{ version?: number }>(request) : {};
      const io = { store: await app.store(), clock: app.clock };
      return siteView(await change(io, paramsOf(request).site, query.version ?? null));
    }),
});

export const pinWrapper = changeRoute('pin', 'Keeps a version in use, whatever is learned; default: the live one', pin);
export const unpinWrapper = changeRoute('unpin', 'Lets the site learn again', unpin, false);
export const rollBackWrapper = changeRoute(
  'rollback',
  'Puts an earlier version in use and pins it; default: the one that was in use before',
  rollBack,
);
