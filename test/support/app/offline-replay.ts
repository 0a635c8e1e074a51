import type { App } from '../../../src/app.ts';
import { replayStoredPage } from '../../../src/commands/page/replay.ts';
import type { Reader } from '../../../src/ports.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { unknownSite } from '../../../src/settings/scraper.ts';
import type { Store } from '../../../src/storage/port.ts';
import { stoppedClock } from '../manual-clock.ts';
import { now } from './fake-app.ts';

/** The replay of failures as the app has it, for sites without a scraper. */
export const offlineReplay =
  (store: Store, reader: Reader): App['replay'] =>
  (id) =>
    replayStoredPage(
      { store, reader, clock: stoppedClock(now), siteOf: unknownSite, config: readConfig({}).config },
      id,
    );
