import cliTruncate from 'cli-truncate';
import type { Replay, StoredReplay } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { findFailure, isMended, verdictText } from './stored-page.ts';

/** Runs today's rules on a failure. @returns ok where they mend it or a listing was stored, else nothingFound */
export async function replay(session: Session, named: string, store: boolean): Promise<ExitCode> {
  await using app = await session.openApp();
  const { id } = await findFailure(await app.store(), named);
  const result: StoredReplay = store ? await app.storeReplay(id) : { ...(await app.replay(id)), stored: null };
  const { failure, reading, elapsedMs, stored } = result;
  const mended = stored !== null || isMended(result);
  if (session.options.json) {
    const was = { reason: failure.reason, detail: failure.detail };
    await session.printJson({ id, mended, was, now: reading, elapsedMs, ...(store && { stored }) });
  } else await session.print(`${replayLines(result, session).join('\n')}\n`);
  if (stored !== null) session.say(storedText(stored));
  else if (mended) session.say(`\`newshawk failures replay ${id} --store\` stores it.`);
  return mended ? exitCodes.ok : exitCodes.nothingFound;
}

const storedText = ({ outcome, article }: NonNullable<StoredReplay['stored']>): string =>
  article === null
    ? `Stored: ${outcome}.`
    : `Stored: article ${article.id}, ${article.status}, revision ${article.revision}.`;

function replayLines(replayed: Replay, session: Session): string[] {
  const { failure, reading, elapsedMs } = replayed;
  const { colors, columns } = session;
  const { draft, pageType, trace } = reading;
  const fields =
    draft === null
      ? []
      : [
          ['title', draft.title],
          ['authors', draft.authors.join(', ')],
          ['published', draft.publishedAt?.value ?? ''],
          ['lang', draft.lang ?? ''],
          ['body', `${countText(draft.body.length)} characters: ${draft.body}`],
          ['media', `${draft.media.length} items`],
          ['extractor', draft.extractor],
        ];
  return [
    `${colors.bold(verdictText(replayed, 'mended: an article is extracted', session))} in ${Math.round(elapsedMs)} ms, offline`,
    `${colors.dim('was')}        ${failure.reason}: ${printable(failure.detail)}`,
    `${colors.dim('page type')}  ${pageType}`,
    ...fields.map(([name = '', value = '']) =>
      cliTruncate(`${colors.dim(name.padEnd(9))}  ${value === '' ? colors.yellow('none') : printable(value)}`, columns),
    ),
    colors.bold('rule trace'),
    ...trace.map(({ rule, why }) => `  ${printable(rule)}: ${printable(why)}`),
  ];
}
