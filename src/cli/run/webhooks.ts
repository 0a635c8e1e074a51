import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import { printable } from '../../printable.ts';
import type { Deliveries } from '../../storage/collections/deliveries.ts';
import type { Store } from '../../storage/port.ts';
import { WebhookSender } from '../../watch/webhooks/webhook-sender.ts';
import { isHubReceiver } from '../../watch/websub/feed-pings.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printList } from '../terminal/table.ts';

interface ListOptions {
  readonly state?: WebhookDelivery['state'];
  readonly limit: number;
}

export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program
    .command('webhooks')
    .alias('deliveries')
    .description('what receivers are told of events: webhooks, chats, mail (docs/webhooks.md)');
  webhooks
    .command('list')
    .description('deliveries, the newest event first')
    .addOption(new Option('--state <state>', 'only these').choices(['waiting', 'delivered', 'failed']))
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .action(session.withApp((app, options: ListOptions) => list(session, app, options)));
  webhooks
    .command('retry')
    .description('send what has failed, and what waits, now')
    .addHelpText('after', '\nExit codes: 0 all was taken, 16 some was not.')
    .action(session.withApp((app) => retry(session, app)));
  webhooks
    .command('test')
    .description('send an event "webhook.test" to each receiver')
    .addHelpText('after', '\nExit codes: 0 each has taken it, 16 some has not, 4 none is configured.')
    .action(session.withApp((app) => test(session, app)));
  webhooks
    .command('forget')
    .description('forget the deliveries to a receiver')
    .argument('<receiver>', 'as `newshawk webhooks list` shows it')
    .addHelpText('after', '\nExit codes: 0 forgotten, 31 there is none.')
    .action(session.withApp((app, receiver: string) => forget(session, app, receiver)));
}

async function list(session: Session, app: App, options: ListOptions): Promise<void> {
  const { deliveries } = await app.store();
  const items = await deliveries.list(options);
  const none =
    'No deliveries. NEWSHAWK_WEBHOOKS, NEWSHAWK_CHAT_WEBHOOKS and NEWSHAWK_MAIL_TO name receivers (docs/webhooks.md).';
  await printList(session, items, { data: { counts: await deliveries.counts(), items }, none }, [
    ['event', ({ event }) => event.id],
    ['at (UTC)', ({ event }) => minuteText(event.at)],
    ['receiver', ({ receiver }) => receiver],
    ['state', (delivery) => delivery.state],
    ['attempts', ({ attempts }) => countText(attempts), 'right'],
    ['next (UTC)', (delivery) => (delivery.state === 'waiting' ? minuteText(delivery.nextAt) : '')],
    ['last failure', ({ detail }) => detail ?? ''],
  ]);
}

async function retry(session: Session, app: App): Promise<void> {
  const store = await app.store();
  const sender = senderOf(app, store);
  await store.deliveries.retry(['waiting', 'failed'], null, app.clock.now());
  const taken = await sender.sendDue();
  const counts = (await store.deliveries.counts()).filter(({ receiver }) => !isHubReceiver(receiver));
  const leftOf = (isOurs: boolean): number =>
    counts
      .filter(({ receiver, state }) => state !== 'delivered' && sender.receivers.includes(receiver) === isOurs)
      .reduce((sum, { count }) => sum + count, 0);
  const [left, unknown] = [leftOf(true), leftOf(false)];
  if (left + unknown > 0) session.exitCode = exitCodes.incomplete;
  const others =
    unknown > 0 ? `, ${countText(unknown)} for receivers that are not configured (\`newshawk webhooks forget\`)` : '';
  const advice = left > 0 ? ': `newshawk webhooks list` says why' : '';
  await session.printData(
    { taken, left, forUnknownReceivers: unknown },
    session.withInvocation(`${countText(taken)} taken, ${countText(left)} left${advice}${others}\n`),
  );
}

/** @throws CommandError (configuration) where there is no receiver */
function senderOf(app: App, store: Store): WebhookSender {
  const sender = new WebhookSender({ ...app, store });
  if (sender.receivers.length > 0) return sender;
  throw new CommandError(
    exitCodes.configuration,
    'No receiver is configured: NEWSHAWK_WEBHOOKS=https://hooks.example/newshawk, NEWSHAWK_CHAT_WEBHOOKS or NEWSHAWK_MAIL_TO (docs/webhooks.md)',
  );
}

async function test(session: Session, app: App): Promise<void> {
  const answers = [...(await senderOf(app, await app.store()).test())];
  if (answers.some(([, why]) => why !== null)) session.exitCode = exitCodes.incomplete;
  await session.printData(answers.map(testJson), answers.map(testText).join(''));
}

/** What became of a test message: why a receiver has not taken it; null: it has. */
type TestAnswer = readonly [receiver: string, why: string | null];

export const testJson = ([receiver, why]: TestAnswer) => ({ receiver, isTaken: why === null, detail: why });

export const testText = ([receiver, why]: TestAnswer): string =>
  `${printable(receiver)}  ${why === null ? 'has taken it' : `failed: ${printable(why)}`}\n`;

async function forget(session: Session, app: App, receiver: string): Promise<void> {
  const count = await (await app.store()).deliveries.deleteOf(receiver);
  if (count === 0) session.exitCode = exitCodes.nothingFound;
  if (session.options.json) return session.printJson({ forgotten: count });
  session.say(count === 0 ? `There is no delivery to ${receiver}.` : `${countText(count)} deliveries are forgotten.`);
}

type Counts = Awaited<ReturnType<Deliveries['counts']>>;

/** Rows of `status`. */
export function webhookRows(counts: Counts): string[][] {
  const rowOf = (title: string, groups: Counts): string[][] => {
    const countOf = (state: WebhookDelivery['state']): number =>
      groups.filter((group) => group.state === state).reduce((sum, { count }) => sum + count, 0);
    if (groups.length === 0) return [];
    const [taken, waiting, failed] = [countOf('delivered'), countOf('waiting'), countOf('failed')].map(countText);
    const advice = failed === '0' ? '' : ': `newshawk webhooks retry`';
    return [[title, `${taken} taken, ${waiting} waiting, ${failed} failed${advice}`]];
  };
  return [
    ...rowOf(
      'deliveries',
      counts.filter(({ receiver }) => !isHubReceiver(receiver)),
    ),
    ...rowOf(
      'pings of hubs',
      counts.filter(({ receiver }) => isHubReceiver(receiver)),
    ),
  ];
}
