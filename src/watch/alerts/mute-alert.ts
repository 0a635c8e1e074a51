import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import type { Alert } from '../../model/publish/alert.ts';
import { muted } from '../../stages/alerts/alert-changes.ts';
import type { Alerts } from '../../storage/collections/alerts.ts';

/** Attempts: a look may write the alert at the same time. */
const maxTries = 20;

/** @param at null: ends the muting @throws CommandError (nothing found) */
export async function muteAlert(alerts: Alerts, id: string, at: Date | null): Promise<Alert> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [alert] = await alerts.get([id]);
    if (alert === undefined)
      throw new CommandError(exitCodes.nothingFound, `There is no alert ${id}: \`newshawk alerts list\` shows them.`);
    if ((alert.mutedAt === null) === (at === null)) return alert;
    const next = muted(alert, at);
    if (await alerts.save(next)) return next;
  }
  throw new NewshawkError(
    'store',
    `The alert ${id} could not be written: other processes keep changing it. Try again.`,
  );
}
