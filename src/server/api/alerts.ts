import { z } from 'zod';
import { CommandError, exitCodes } from '../../errors.ts';
import { alertSchema } from '../../model/publish/alert.ts';
import { type AlertKind, type AlertState, alertKinds, alertStates } from '../../model/publish/alert-kinds.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { muteAlert } from '../../watch/alerts/mute-alert.ts';
import { problem } from '../answer.ts';
import { idOf, idParams, limitParameter, queryOf, querySchema, type Route } from './route.ts';

const notFound = 'There is no alert with this id: /v1/alerts lists them.';

export const listAlerts: Route = {
  path: '/v1/alerts',
  summary: 'Troubles and finds, the one that opened last first, with the number of all by state and kind',
  query: querySchema({
    state: { type: 'string', enum: alertStates, description: 'open, resolved, or found (stories and saved searches)' },
    kind: { type: 'string', enum: alertKinds, description: 'what it is about' },
    limit: limitParameter(100, 1_000),
  }),
  success: {
    schema: record({
      counts: listOf(record({ state: z.enum(alertStates), kind: z.enum(alertKinds), count })),
      items: listOf(alertSchema),
    }),
  },
  dependsOnStoreOnly: true,
  handle: (app) => async (request) => {
    const filter = queryOf<{ readonly state?: AlertState; readonly kind?: AlertKind; readonly limit: number }>(request);
    const { alerts } = await app.store();
    return { counts: await alerts.counts(), items: await alerts.list(filter) };
  },
};

export const getAlert: Route = {
  path: '/v1/alerts/:id',
  summary: 'An alert with its evidence',
  params: idParams,
  success: { schema: alertSchema },
  errors: { 404: 'there is no such alert' },
  dependsOnStoreOnly: true,
  handle: (app) => async (request) => {
    const [found] = await (await app.store()).alerts.get([idOf(request)]);
    return found ?? problem(404, notFound);
  },
};

const muteRoute = (verb: 'mute' | 'unmute', summary: string): Route => ({
  method: 'PUT',
  path: `/v1/alerts/:id/${verb}`,
  summary,
  params: idParams,
  success: { schema: alertSchema },
  errors: { 404: 'there is no such alert' },
  handle: (app) => async (request) => {
    const { alerts } = await app.store();
    try {
      return await muteAlert(alerts, idOf(request), verb === 'mute' ? app.clock.now() : null);
    } catch (error) {
      if (error instanceof CommandError && error.exitCode === exitCodes.nothingFound) return problem(404, notFound);
      throw error;
    }
  },
});

export const muteAlertRoute = muteRoute(
  'mute',
  'Nobody is told of this alert, however often it opens, until it is unmuted',
);
export const unmuteAlertRoute = muteRoute('unmute', 'Receivers are told of this alert again, from its next change on');
