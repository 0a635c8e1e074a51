import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { goodProxies, type ListedProxy } from '../../model/crawl/proxy.ts';
import { printable } from '../../printable.ts';
import type { CheckReport } from '../../watch/proxies/check-proxies.ts';
import type { CollectReport } from '../../watch/proxies/collect-proxies.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printTable } from '../terminal/table.ts';

export function addProxies(program: Command, session: Session): void {
  const proxies = program.command('proxies').description('proxies from lists: collect, check and list them');
  proxies
    .command('collect')
    .description('fetch the lists of browsers.config.ts (proxyLists) and store their proxies')
    .action(session.action(session.withApp((app) => collect(session, app))));
  proxies
    .command('check')
    .description(
      "fetch stored pages through each proxy and compare them with the direct copy: the good ones are the day's list",
    )
    .action(session.action(session.withApp((app) => check(session, app))));
  proxies
    .command('list')
    .description('the proxies of the lists with their last check, good ones first; credentials are not shown')
    .option('--good', "only the day's list: good in a check of the last 36 hours")
    .action(session.withApp((app, { good = false }: { readonly good?: boolean }) => list(session, app, good)));
}

async function collect(session: Session, app: App): Promise<ExitCode> {
  const report = await app.collectProxies();
  await session.printData(report, session.withInvocation(collectText(report)));
  return report.lists.every(({ error }) => error !== null) ? exitCodes.nothingFound : exitCodes.ok;
}

const collectText = ({ lists, added, removed, total }: CollectReport): string =>
  [
    ...lists.map(({ list: name, proxies, unreadable, refused, error }) => {
      if (error !== null) return `${name}: not read: ${printable(error)}`;
      const left = [
        ...(unreadable === 0 ? [] : [`${countText(unreadable)} entries are no HTTP or SOCKS5 proxy`]),
        ...(refused === 0 ? [] : [`${countText(refused)} refused: in our own network, or without an address`]),
      ];
      return `${name}: ${countText(proxies)} proxies${left.map((part) => `, ${part}`).join('')}`;
    }),
    `${countText(total)} proxies: ${countText(added)} new, ${countText(removed)} no longer listed and removed. \`newshawk proxies check\` makes the day's list.`,
    '',
  ].join('\n');

async function check(session: Session, app: App): Promise<ExitCode> {
  const report = await app.checkListedProxies(session.signal);
  await session.printData(report, session.withInvocation(checkText(report)));
  if (session.isInterrupted) return exitCodes.interrupted;
  return report.good === 0 ? exitCodes.proxies : exitCodes.ok;
}

function checkText({ pages, good, faults }: CheckReport): string {
  const parts = Object.entries(faults).map(([fault, count]) => `${countText(count)} ${fault}`);
  const checked = good + Object.values(faults).reduce((sum, count) => sum + count, 0);
  if (checked === 0) return 'There are no proxies to check: `newshawk proxies collect` fetches the lists.\n';
  return `Checked ${countText(checked)} proxies with ${pages.join(', ')}.\n${countText(good)} are good${parts.map((part) => `, ${part}`).join('')}.\n`;
}

async function list(session: Session, app: App, isGoodOnly: boolean): Promise<void> {
  const { proxies: stored } = await app.store();
  const all = await stored.list();
  const good = goodProxies(all, app.clock.now());
  const shown = isGoodOnly ? good : [...good, ...all.filter((proxy) => !good.includes(proxy))];
  // the address may hold credentials: its id shows host and port
  if (session.options.json)
    return await session.printJson(
      shown.map(({ url, ...proxy }) => ({ ...proxy, scheme: new URL(url).protocol.slice(0, -1) })),
    );
  if (shown.length === 0) return await session.print(session.withInvocation(noneText(all.length)));
  await proxyTable(session, shown);
}

const noneText = (stored: number): string =>
  stored === 0
    ? 'There are no proxies: `newshawk proxies collect` fetches the lists.\n'
    : `None of ${countText(stored)} proxies is good: \`newshawk proxies check\` checks them, \`newshawk proxies list\` shows why.\n`;

const proxyTable = (session: Session, proxies: readonly ListedProxy[]): Promise<void> =>
  printTable(session, proxies, [
    ['proxy', ({ id, url }) => `${new URL(url).protocol}//${id}`, 20],
    ['check', ({ check: last }) => (last === null ? 'not checked' : (last.fault ?? 'good'))],
    [
      'right pages',
      ({ check: last }) => (last === null ? '' : `${Math.round(last.successRate * last.tries)} of ${last.tries}`),
      'right',
    ],
    ['latency', ({ check: last }) => (last?.latencyMs == null ? '' : `${Math.round(last.latencyMs)} ms`), 'right'],
    ['checked (UTC)', ({ check: last }) => (last === null ? '' : minuteText(last.at))],
    ['list', ({ list: from }) => from, 12],
    ['reason', ({ check: last }) => last?.why ?? '', 20],
  ]);
