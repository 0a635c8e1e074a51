import { z } from 'zod';
import {
  calibrationResultSchema,
  calibrationViewSchema,
  recalibrate,
  viewCalibration,
} from '../../../crawl/topics/labelling.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import { calibrationStepSchema } from '../../../model/topic/label.ts';
import { type CalibrationOptions, calibrationDefaults } from '../../../stages/classify/calibrate-threshold.ts';
import { problem } from '../../answer.ts';
import {
  type BodySchema,
  queryOf,
  querySchema,
  type Route,
  topicByName,
  topicParameter,
  unknownTopic,
} from '../route.ts';

export const listCalibration: Route = {
  path: '/v1/calibration',
  summary:
    "The calibration steps of a topic's threshold with their evidence (the last one is in force), and what the labels say now",
  success: {
    schema: record({
      topic: z.string(),
      defined: z.number(),
      threshold: z.number(),
      labels: count,
      ...calibrationViewSchema.unwrap().shape,
      target: z.number(),
      tolerance: z.number(),
      floor: count,
      total: count,
      items: listOf(calibrationStepSchema),
    }),
  },
  errors: { 404: 'there is no such topic' },
  query: { ...querySchema({ topic: topicParameter }), required: ['topic'] },
  handle: (app) => async (request) => {
    const { topic: name } = queryOf<{ topic: string }>(request);
    const topic = await topicByName(app, name);
    if (topic === undefined) return problem(404, unknownTopic);
    const store = await app.store();
    const items = await store.labels.steps(name);
    const view = await viewCalibration(store, topic, { now: app.clock.now(), options: calibrationDefaults });
    return {
      topic: name,
      defined: topic.threshold,
      threshold: items.at(-1)?.to ?? topic.threshold,
      labels: (await store.labels.ofTopic(name)).length,
      ...view,
      ...calibrationDefaults,
      total: items.length,
      items,
    };
  },
};

const openUnitInterval = { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 } as const;
const { target, tolerance, floor } = calibrationDefaults;
const stepBody: BodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['topic'],
  properties: {
    topic: { type: 'string', minLength: 1, maxLength: 100 },
    target: { ...openUnitInterval, default: target, description: 'target precision' },
    tolerance: { ...openUnitInterval, default: tolerance, description: 'accepted distance from the target precision' },
    floor: {
      type: 'integer',
      minimum: 1,
      default: floor,
      description: 'minimum number of labels; fewer change nothing',
    },
  },
};

export const postCalibration: Route = {
  path: '/v1/calibration',
  summary: "Moves a topic's threshold one step by its labels; it takes effect with the next crawl",
  success: { schema: record({ topic: z.string(), ...calibrationResultSchema.unwrap().shape }) },
  errors: { 404: 'there is no such topic' },
  body: stepBody,
  handle: (app) => async (request) => {
    const { topic: name, ...options } = request.body as CalibrationOptions & { readonly topic: string };
    const topic = await topicByName(app, name);
    if (topic === undefined) return problem(404, unknownTopic);
    const result = await recalibrate(await app.store(), topic, { now: app.clock.now(), isDry: false, options });
    return { topic: name, ...result };
  },
};
