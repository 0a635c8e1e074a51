import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { App } from '../../app.ts';
import { makeLabel } from '../../crawl/topics/labelling.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Label } from '../../model/topic/label.ts';
import type { Store } from '../../storage/port.ts';
import type { Session } from '../session.ts';
import { calibrateTopic, findTopic } from './calibrate.ts';

const date = z.iso.datetime().transform((text) => new Date(text));
const drawn = z.strictObject({
  draw: z.string().min(1).max(200),
  at: date,
  from: z.number().nonnegative(),
  to: z.number().positive().nullable(),
  population: z.number().int().positive(),
});
const line = z.strictObject({
  id: z.string().min(1),
  topic: z.string().min(1),
  relevant: z.boolean(),
  by: z.string().min(1).optional(),
  drawn: drawn.nullable().default(null),
});

/** Stores all labels of a file, or none of them. @throws CommandError (usage) that lists every invalid line */
export async function importLabels(
  session: Session,
  app: App,
  { file, by }: { readonly file: string; readonly by: string },
): Promise<void> {
  const store = await app.store();
  const [labels, mistakes]: [Label[], string[]] = [[], []];
  for (const [index, text] of (await read(resolve(session.io.cwd, file))).split('\n').entries()) {
    if (text.trim() === '') continue;
    try {
      const { id, drawn: from, ...label } = line.parse(JSON.parse(text));
      await findTopic(app, label.topic);
      labels.push(await makeLabel(store, { by, ...label, articleId: id, drawn: from, at: app.clock.now() }));
    } catch (error) {
      const why =
        error instanceof z.ZodError
          ? error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
          : (error as Error).message;
      mistakes.push(`  - line ${index + 1}: ${why}`);
    }
  }
  if (mistakes.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `${file} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}, and none of its labels is stored:\n${mistakes.slice(0, 20).join('\n')}`,
    );
  await store.labels.put(await withFirstTimes(store, labels));
  session.say(`${labels.length} labels are stored.`);
  const calibrations = [];
  for (const name of new Set(labels.map(({ topic }) => topic)))
    calibrations.push(await calibrateTopic(session, app, await findTopic(app, name), { isDry: false }));
  if (session.options.json) await session.printJson({ labels: labels.length, topics: calibrations });
}

/** A label that says what its earlier one says keeps that one's time: reading a file twice gives no new evidence. */
async function withFirstTimes({ labels: stored }: Store, labels: readonly Label[]): Promise<Label[]> {
  const nameOf = ({ topic, articleId, relevant, drawn }: Label) =>
    JSON.stringify([topic, articleId, relevant, drawn?.draw ?? null]);
  const times = new Map<string, Date>();
  for (const topic of new Set(labels.map((label) => label.topic)))
    for (const label of await stored.ofTopic(topic)) times.set(nameOf(label), label.at);
  return labels.map((label) => ({ ...label, at: times.get(nameOf(label)) ?? label.at }));
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(
      exitCodes.usage,
      `${file} can't be read: ${(cause as Error).message}. Name a file of JSON lines.`,
      {
        cause,
      },
    );
  }
}
