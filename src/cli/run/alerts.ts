import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Alert } from '../../model/publish/alert.ts';
import { type AlertKind, type AlertState, alertKinds, alertStates } from '../../model/publish/alert-kinds.ts';
import { printable } from '../../printable.ts';
import type { Alerts } from '../../storage/collections/alerts.ts';
import { muteAlert } from '../../watch/alerts/mute-alert.ts';
import { ruleNames, testRule } from '../../watch/alerts/test-rule.ts';
import { WebhookSender } from '../../watch/webhooks/webhook-sender.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printFacts, printList } from '../terminal/table.ts';
import { testJson, testText } from './webhooks.ts';

interface ListOptions {
  readonly state?: AlertState;
  readonly kind?: AlertKind;
  readonly limit: number;
}

export function addAlerts(program: Command, session: Session): void {
  const alerts = program
    .command('alerts')
    .description('troubles of sources and sites, stories and saved searches (alerts.config.ts, docs/alerts.md)');
  alerts
    .command('list')
    .description('the alert that opened last first')
    .addOption(new Option('--state <state>', 'only these').choices(alertStates))
    .addOption(new Option('--kind <kind>', 'only these').choices(alertKinds))
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .action(session.withApp((app, options: ListOptions) => list(session, app, options)));
  alerts
    .command('show')
    .description('all that is known of an alert')
    .argument('<id>', 'as `newshawk alerts list` shows it')
    .addHelpText('after', '\nExit codes: 0 shown, 31 there is none.')
    .action(session.withApp((app, id: string) => show(session, app, id)));
  alerts
    .command('test')
    .description('what a rule says now, without telling anyone; or a test message to one receiver')
    .argument('<name>', 'a rule, or a receiver as `newshawk webhooks list` shows it')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 16 the receiver has not taken it, 31 there is no such rule or receiver.',
    )
    .action(session.withApp((app, name: string) => test(session, app, name)));
  for (const [verb, description] of [
    ['mute', 'tell nobody of this alert, however often it opens'],
    ['unmute', 'tell receivers of this alert again, from its next change on'],
  ] as const)
    alerts
      .command(verb)
      .description(description)
      .argument('<id>', 'as `newshawk alerts list` shows it')
      .addHelpText('after', '\nExit codes: 0 done, 31 there is no such alert.')
      .action(session.withApp((app, id: string) => mute(session, app, id, verb === 'mute')));
}

async function list(session: Session, app: App, options: ListOptions): Promise<void> {
  const { alerts } = await app.store();
  const items = await alerts.list(options);
  const data = { counts: await alerts.counts(), items };
  await printList(session, items, { data, none: 'No alerts.' }, [
    ['id', ({ id }) => id],
    ['state', stateText],
    ['opened (UTC)', ({ openedAt }) => minuteText(openedAt)],
    ['resolved (UTC)', ({ resolvedAt }) => (resolvedAt === null ? '' : minuteText(resolvedAt))],
    ['rule', ({ rule }) => rule],
    ['what', ({ title }) => title],
  ]);
}

const stateText = ({ state, times, mutedAt }: Alert): string =>
  `${state}${times > 1 ? ` (${countText(times)} times)` : ''}${mutedAt === null ? '' : ', muted'}`;

async function show(session: Session, app: App, id: string): Promise<void> {
  const [alert] = await (await app.store()).alerts.get([id]);
  if (alert === undefined)
    throw new CommandError(exitCodes.nothingFound, `There is no alert ${id}: \`newshawk alerts list\` shows them.`);
  if (session.options.json) return session.printJson(alert);
  const time = (at: Date | null): string => (at === null ? 'no' : `${minuteText(at)} UTC`);
  await printFacts(session, [
    ['alert', `${alert.id}: ${alert.title}`],
    ['rule', alert.kind === alert.rule ? alert.rule : `${alert.rule} (${alert.kind})`],
    ['state', stateText(alert)],
    ['opened', time(alert.openedAt)],
    ['last seen', time(alert.lastSeenAt)],
    ['resolved', `${time(alert.resolvedAt)}${alert.resolution === null ? '' : `: ${alert.resolution}`}`],
    ['muted', time(alert.mutedAt)],
    ['told', alert.toldTo.length === 0 ? 'nobody' : `${alert.toldTo.join(', ')}: ${time(alert.toldAt)}`],
    ...Object.entries(alert.evidence).map(([name, value]) => [`  ${name}`, String(value ?? 'unknown')] as const),
  ]);
}

async function test(session: Session, app: App, name: string): Promise<void> {
  const store = await app.store();
  const rules = await app.alertRules();
  const sender = new WebhookSender({ ...app, store });
  if (sender.receivers.includes(name)) {
    const why = (await sender.test(name)).get(name) ?? null;
    if (why !== null) session.exitCode = exitCodes.incomplete;
    return session.printData(testJson([name, why]), testText([name, why]));
  }
  const conditions = await testRule({ store, clock: app.clock, rules }, name);
  if (conditions === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `There is no rule or receiver "${name}". Rules that are on: ${ruleNames(rules).join(', ')}. Receivers: ${sender.receivers.join(', ') || 'none'}.`,
    );
  if (session.options.json) return session.printJson(conditions);
  if (conditions.length === 0) return session.say(`The rule "${name}" has nothing to say now.`);
  for (const { level, title } of conditions)
    await session.print(`${level === 'opens' ? 'alert' : 'no alert yet'}  ${printable(title)}\n`);
}

async function mute(session: Session, app: App, id: string, isMuted: boolean): Promise<void> {
  const alert = await muteAlert((await app.store()).alerts, id, isMuted ? app.clock.now() : null);
  if (session.options.json) return session.printJson(alert);
  session.say(`${alert.id} is ${isMuted ? 'muted' : 'not muted'}: ${printable(alert.title)}`);
}

/** Rows of `status`. */
export function alertRows(counts: Awaited<ReturnType<Alerts['counts']>>): string[][] {
  const open = counts.filter(({ state }) => state === 'open');
  const total = open.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [];
  const kinds = open.map(({ kind, count }) => `${countText(count)} ${kind}`).join(', ');
  return [['alerts', `${countText(total)} open: ${kinds} (\`newshawk alerts list --state open\`)`]];
}
