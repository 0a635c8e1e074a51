import { z } from 'zod';
import { CommandError, exitCodes } from '../../../errors.ts';
import { record } from '../../../model/schema.ts';
import { tryCanonicalUrl } from '../../../model/web/canonical-url.ts';
import { type Correction, isIsoDate } from '../../../model/wrapper/correction.ts';
import { pageBlocksSchema } from '../../../model/wrapper/page-blocks.ts';
import type { StoredCorrection } from '../../../model/wrapper/site-learning.ts';
import { siteLearningSchema } from '../../../model/wrapper/site-learning.ts';
import { previewCorrection, saveCorrection } from '../../../site/correct-page.ts';
import { type CorrectablePage, openCorrectable, readBlocks } from '../../../site/correctable-page.ts';
import type { LearningPorts } from '../../../site/learn-site.ts';
import { answerCommand } from '../../answer.ts';
import { listWithTotal } from '../../json-schema.ts';
import type { ServerApp } from '../../server-app.ts';
import { type BodySchema, pageParameter, queryOf, querySchema, type Route, siteParameter } from '../route.ts';
import { correctionEffect, correction as correctionRow } from '../schemas.ts';

const openPorts = async (app: ServerApp): Promise<LearningPorts> => ({
  store: await app.store(),
  reader: await app.reader(),
  log: app.log,
  clock: app.clock,
});

/** Opens a stored page and answers with it; errors of commands become answers. */
const onPage = <T>(app: ServerApp, address: string, use: (io: LearningPorts, page: CorrectablePage) => Promise<T>) =>
  answerCommand(async () => {
    const io = await openPorts(app);
    return await use(io, await openCorrectable(io, address));
  });

const url = pageParameter('a page whose snapshot is stored');
const noPage = 'no snapshot of this page is stored';

export const getBlocks: Route = {
  path: '/v1/blocks',
  summary: "A stored page's visible blocks in document order, and what extraction takes from them now",
  success: {
    schema: record({
      ...pageBlocksSchema.unwrap().shape,
      site: z.string(),
      /** Version of the live wrapper; null: none. */
      live: z.int().nullable(),
      takenAt: z.date(),
      correction: correctionRow.nullable(),
    }),
  },
  errors: { 404: noPage },
  query: { ...querySchema({ url }), required: ['url'] },
  isSlow: () => true,
  handle: (app) => async (request) =>
    onPage(app, queryOf<{ url: string }>(request).url, async (io, page) => {
      const { site, snapshot, learning, stored } = page;
      const correction = stored === null ? null : correctionView(stored);
      return { ...(await readBlocks(io, page)), site, live: learning.live, takenAt: snapshot.takenAt, correction };
    }),
};

const correctionView = ({ url: page, site, by, at, correction }: StoredCorrection) => {
  const { title, body, authors, publishedAt } = correction;
  return { url: page, site, by, at, title, body, authors, publishedAt };
};

export const listCorrections: Route = {
  path: '/v1/corrections',
  summary: 'Corrected pages, of a site or of all, or of one page',
  success: { schema: listWithTotal(correctionRow) },
  query: querySchema({ site: siteParameter, url }),
  handle: (app) => async (request) => {
    const { site, url: page } = queryOf<{ site?: string; url?: string }>(request);
    const { wrappers } = await app.store();
    const key = page === undefined ? null : tryCanonicalUrl(page);
    const found = [];
    if (page !== undefined) found.push(...(key === null ? [] : [await wrappers.correction(key)]));
    else
      for (const one of site === undefined ? await wrappers.list() : [{ site }])
        found.push(...(await wrappers.corrections(one.site)));
    const items = found.flatMap((stored) =>
      stored === null || (site !== undefined && stored.site !== site) ? [] : [correctionView(stored)],
    );
    return { total: items.length, items };
  },
};

const textsOrNull = (maxItems: number, maxLength: number) => ({
  type: ['array', 'null'],
  items: { type: 'string', maxLength },
  minItems: 1,
  maxItems,
  default: null,
});

const correctionBody: BodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url,
    title: { type: ['string', 'null'], minLength: 1, maxLength: 2_000, default: null },
    body: { ...textsOrNull(20_000, 100_000), description: 'its paragraphs; null: as extraction has it' },
    authors: textsOrNull(100, 500),
    publishedAt: {
      type: ['string', 'null'],
      maxLength: 40,
      default: null,
      description: 'ISO 8601, a day or a time',
    },
    accept: {
      type: 'boolean',
      default: false,
      description: 'also where the other pages lose more than 30 % of their text',
    },
  },
};

type CorrectionBody = Correction & { readonly url: string; readonly accept: boolean };

/** Of a body of two million characters. */
const maxBodyBytes = 8 * 1024 * 1024;

/** @throws CommandError (usage) */
function correctionIn({ title, body, authors, publishedAt }: CorrectionBody): Correction {
  if (publishedAt !== null && !isIsoDate(publishedAt))
    throw new CommandError(
      exitCodes.usage,
      'publishedAt must be a day or a time, such as 2026-11-21 or 2026-11-21T08:00:00Z.',
    );
  return { title, body, authors, publishedAt };
}

/** As `onPage`; a mistake in the correction is said before the page is opened. */
const onPageOf = <T>(
  body: CorrectionBody,
  app: ServerApp,
  use: (io: LearningPorts, page: CorrectablePage, correction: Correction) => Promise<T>,
) =>
  answerCommand(async () => {
    const correction = correctionIn(body);
    const io = await openPorts(app);
    return await use(io, await openCorrectable(io, body.url), correction);
  });

const savedSchema = record({
  effect: correctionEffect,
  version: z.int().nullable(),
  ...siteLearningSchema.unwrap().pick({ live: true, isPinned: true }).shape,
});

type Saved = Awaited<ReturnType<typeof saveCorrection>>;

const savedView = ({ effect, version, learning: { live, isPinned } }: Saved) => ({ effect, version, live, isPinned });

export const putCorrection: Route = {
  method: 'PUT',
  path: '/v1/corrections',
  summary: 'Stores what is right about a page, learns its site at once, and puts the wrapper in use if it is accepted',
  success: { schema: savedSchema },
  errors: { 404: noPage, 409: 'the other pages would lose much of their text: nothing is stored' },
  body: correctionBody,
  maxBodyBytes,
  isSlow: () => true,
  handle: (app) => async (request) => {
    const body = request.body as CorrectionBody;
    return onPageOf(body, app, async (io, page, correction) =>
      savedView(await saveCorrection(io, page, { correction, accepts: body.accept })),
    );
  },
};

export const previewCorrectionRoute: Route = {
  path: '/v1/corrections/preview',
  summary: "What a correction would change on the site's other stored pages; nothing is stored",
  success: { schema: correctionEffect },
  errors: { 404: noPage },
  body: correctionBody,
  maxBodyBytes,
  isSlow: () => true,
  handle: (app) => async (request) => onPageOf(request.body as CorrectionBody, app, previewCorrection),
};

export const deleteCorrection: Route = {
  method: 'DELETE',
  path: '/v1/corrections',
  summary: "Deletes a page's correction and learns its site again",
  success: { schema: savedSchema },
  errors: { 404: 'the page has no correction' },
  query: { ...querySchema({ url }), required: ['url'] },
  isSlow: () => true,
  handle: (app) => async (request) =>
    onPage(app, queryOf<{ url: string }>(request).url, async (io, page) =>
      savedView(await saveCorrection(io, page, { correction: null, accepts: true })),
    ),
};
