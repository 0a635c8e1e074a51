import type { Replay } from '../../app.ts';
import { confidentReading } from '../../crawl/reading/confident-reading.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Clock, Reader, ReadOptions } from '../../ports.ts';
import type { Settings } from '../../services.ts';
import { liveWrapper } from '../../site/stored-site.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { Store } from '../../storage/port.ts';

interface ReplayFailurePorts extends Settings<'learn'> {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly siteOf: (host: string) => Site;
}

/** Runs today's rules, the site's learned wrapper among them, on the snapshot of a failure, without network access; stores nothing. @throws CommandError (nothing found) */
export async function replayStoredPage(
  { store, reader, clock, siteOf, config }: ReplayFailurePorts,
  id: string,
  options?: ReadOptions,
): Promise<Replay> {
  const begun = clock.monotonicMs();
  const failure = await store.failures.get(id);
  if (failure === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `There is no failure ${id}: \`newshawk failures list\` shows those that are kept.`,
    );
  const bytes = failure.snapshot === null ? null : await store.blobs.get(failure.snapshot);
  if (bytes === null) {
    throw new CommandError(
      exitCodes.nothingFound,
      `Failure ${id} has no snapshot to replay: ${failure.reason}, ${failure.detail}.`,
    );
  }
  const snapshot = await thaw(bytes);
  const learned = config.learn === 'on' ? await liveWrapper(store, snapshot.site) : null;
  const reading = confidentReading(
    await reader.read(snapshot, { places: true, ...options, learned }),
    siteOf(failure.site),
  );
  return { failure, snapshot, reading, elapsedMs: clock.monotonicMs() - begun };
}
