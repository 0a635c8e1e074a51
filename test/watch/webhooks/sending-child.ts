/** A process that sends what is due and ends: `node sending-child.ts <store> <receiver> <secret> <offset in ms>`. Its clock is the machine's, set forward by the offset. */

import { WebhookSender } from '../../../src/watch/webhooks/webhook-sender.ts';
import { openStore } from '../../storage/open-store.ts';
import { noReceivers } from '../../support/webhook-receiver.ts';

const [address = '', webhook = '', webhookSecret = '', offset = '0'] = process.argv.slice(2);
const log = (event: string, fields?: object): void => console.error(event, JSON.stringify(fields));

await using store = await openStore(address);
await new WebhookSender({
  store,
  clock: { now: () => new Date(Date.now() + Number(offset)), monotonicMs: () => performance.now() },
  log: { debug: log, info: log, warn: log, error: log },
  config: { ...noReceivers, webhooks: [webhook], webhookSecret },
}).sendDue();
