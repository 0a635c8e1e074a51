import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { LearnedStyle, LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import type { SiteLearning, WrapperVersion } from '../../model/wrapper/site-learning.ts';
import { printable } from '../../printable.ts';
import { parseWrapper } from '../../settings/wrapper-file.ts';
import { learningOf, pin, rollBack, unpin, versionContent } from '../../site/switch-version.ts';
import { diffWrappers, ownDataLines } from '../../site/wrapper-diff.ts';
import { afterLearning, switchTo } from '../../stages/site-learning/learning-state.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { type Column, formatTable } from '../terminal/table.ts';
import { reextractionText, wrapperState } from '../wrapper-state.ts';

export function addWrapper(program: Command, session: Session): void {
  const wrapper = program
    .command('wrapper')
    .description('look at what is learned of each site, compare, pin and roll back');
  const version = ['[version]', 'default: the live one', parseWholeNumber(1)] as const;
  const does =
    (action: (...values: never[]) => Promise<ExitCode>) =>
    async (...values: unknown[]) => {
      session.exitCode = await action(...(values as never[]));
    };
  wrapper
    .command('list')
    .description('all sites with their live versions')
    .action(does(() => list(session)));
  wrapper
    .command('show')
    .description("a site's versions, and what the live one knows; with --json the whole wrapper, to be edited")
    .argument('<site>')
    .argument(...version)
    .action(does((site: string, version?: number) => show(session, site, version)));
  wrapper
    .command('diff')
    .description('what differs between two versions')
    .argument('<site>')
    .argument('[from]', 'default: the version before the live one', parseWholeNumber(1))
    .argument('[to]', 'default: the live version', parseWholeNumber(1))
    .action(does((site: string, from?: number, to?: number) => diff(session, site, from, to)));
  wrapper
    .command('pin')
    .description('keep a version in use, whatever is learned')
    .argument('<site>')
    .argument(...version)
    .action(does((site: string, version?: number) => change(session, (io) => pin(io, site, version ?? null))));
  wrapper
    .command('unpin')
    .description('learn again')
    .argument('<site>')
    .action(does((site: string) => change(session, (io) => unpin(io, site))));
  wrapper
    .command('rollback')
    .description('put an earlier version in use, and pin it')
    .argument('<site>')
    .argument('[version]', 'default: the one before the live one', parseWholeNumber(1))
    .action(does((site: string, version?: number) => change(session, (io) => rollBack(io, site, version ?? null))));
  wrapper
    .command('edit')
    .description('store an edited wrapper (JSON, as `show --json` prints it) as a new version, and pin it')
    .argument('<site>')
    .argument('<file>')
    .action(does((site: string, file: string) => edit(session, site, file)));
}

const listColumns: readonly Column[] = [
  { title: 'site', shrinkTo: 12 },
  { title: 'live', align: 'right' },
  { title: 'learned' },
  { title: 'pages', align: 'right' },
  { title: 'corrected', align: 'right' },
  { title: 'state', shrinkTo: 20 },
];

async function list(session: Session): Promise<ExitCode> {
  await using app = await session.openApp();
  const sites = await (await app.store()).wrappers.list();
  if (session.options.json) await session.printJson(sites);
  else if (sites.length > 0)
    await session.print(formatTable(listColumns, sites.map(siteRow), session.tableWidth, session.colors));
  else session.say('Nothing is learned yet: a site needs five articles. `newshawk crawl` reads some.');
  return sites.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

function siteRow(learning: SiteLearning): string[] {
  const live = learning.versions.find(({ version }) => version === learning.live);
  return [
    learning.site,
    live === undefined ? '-' : String(live.version),
    live === undefined ? '-' : minuteText(live.learnedAt),
    live === undefined ? '-' : countText(live.pages),
    live === undefined ? '-' : countText(live.correctedPages),
    wrapperState(learning),
  ];
}

async function show(session: Session, site: string, version?: number): Promise<ExitCode> {
  await using app = await session.openApp();
  const store = await app.store();
  const learning = await learningOf({ store }, site);
  const wanted = version ?? learning.live;
  const wrapper = wanted === null ? null : await versionContent({ store }, learning, wanted);
  const reextraction = await store.wrappers.reextraction(site);
  if (session.options.json) {
    await session.printJson(wrapper ?? learning);
    return exitCodes.ok;
  }
  await session.print(`${printable(site)}: ${printable(wrapperState(learning))}\n\n`);
  await session.print(
    formatTable(versionColumns, learning.versions.map(versionRow), session.tableWidth, session.colors),
  );
  if (reextraction !== null) await session.print(`\n${reextractionText(reextraction)}`);
  if (wrapper !== null) await session.print(`\n${wrapperText(wrapper, session)}`);
  return exitCodes.ok;
}

const versionColumns: readonly Column[] = [
  { title: 'version', align: 'right' },
  { title: 'learned' },
  { title: 'pages', align: 'right' },
  { title: 'corrected', align: 'right' },
  { title: 'in use', shrinkTo: 16 },
  { title: 'verdict', shrinkTo: 16 },
];

const versionRow = ({ version, learnedAt, pages, correctedPages, validFrom, validUntil, verdict }: WrapperVersion) => [
  String(version),
  minuteText(learnedAt),
  String(pages),
  String(correctedPages),
  validFrom === null ? '-' : `${minuteText(validFrom)} to ${validUntil === null ? 'now' : minuteText(validUntil)}`,
  verdict.isAccepted ? 'accepted' : `refused: ${verdict.reason}`,
];

/** Styles and lines that are shown. */
const maxShown = 15;

function wrapperText(wrapper: LearnedWrapper, { colors }: Session): string {
  const { styles, recurring, expressions, fields } = wrapper;
  const three = styles.filter(({ detail, removed }) => detail === 'three' && !removed);
  const part = (title: string, lines: readonly string[]): string =>
    lines.length === 0
      ? ''
      : `${colors.bold(title)}\n${lines
          .slice(0, maxShown)
          .map((line) => `  ${printable(line)}\n`)
          .join('')}${lines.length > maxShown ? `  … ${lines.length - maxShown} more\n` : ''}`;
  const scoreOf = ({ score, corrected }: LearnedStyle) => corrected?.score ?? score;
  const styleLine = (style: LearnedStyle): string =>
    `${scoreOf(style).toFixed(2)}  ${style.pages} pages  ${style.corrected === null ? '' : 'corrected  '}${style.path}`;
  return [
    part('text', three.filter((style) => scoreOf(style) >= 0.5).map(styleLine)),
    part('no text', three.filter((style) => scoreOf(style) < 0.5).map(styleLine)),
    part(
      'lines that recur',
      recurring.map(({ text, pages }) => `${pages} pages  ${text}`),
    ),
    part(
      'expressions',
      expressions.map(({ pattern, support }) => `${support} pages  ${pattern}`),
    ),
    part(
      'fields',
      Object.entries(fields).map(
        ([field, { selector, attribute, confidence }]) =>
          `${confidence.toFixed(2)}  ${field}: ${selector}${attribute === null ? '' : ` @${attribute}`}`,
      ),
    ),
    part(
      'own data',
      ownDataLines(wrapper).map(([name, field, text]) => `${field?.confidence.toFixed(2) ?? '    '}  ${name}: ${text}`),
    ),
  ].join('');
}

async function diff(session: Session, site: string, from?: number, to?: number): Promise<ExitCode> {
  await using app = await session.openApp();
  const store = await app.store();
  const learning = await learningOf({ store }, site);
  const newest = to ?? learning.live ?? learning.versions.at(-1)?.version ?? 0;
  const oldest = from ?? learning.versions.filter(({ version }) => version < newest).at(-1)?.version;
  if (oldest === undefined)
    throw new CommandError(exitCodes.nothingFound, `${site} has one version only: there is nothing to compare.`);
  const lines = diffWrappers(
    await versionContent({ store }, learning, oldest),
    await versionContent({ store }, learning, newest),
  );
  if (session.options.json) await session.printJson({ from: oldest, to: newest, lines });
  else {
    session.say(`${site}: wrapper ${oldest} -> ${newest}`);
    for (const line of lines) await session.print(`${printable(line)}\n`);
    if (lines.length === 0) session.say('Nothing differs.');
  }
  return exitCodes.ok;
}

type Change = (io: Parameters<typeof pin>[0]) => Promise<SiteLearning>;

async function change(session: Session, perform: Change): Promise<ExitCode> {
  await using app = await session.openApp();
  const learning = await perform({ store: await app.store(), clock: app.clock });
  if (session.options.json) await session.printJson(learning);
  else
    session.say(
      `${learning.site}: ${learning.live === null ? 'no wrapper' : `wrapper ${learning.live}`} is in use, ${wrapperState(learning)}. A running \`watch\` follows within ten seconds.`,
    );
  return exitCodes.ok;
}

async function edit(session: Session, site: string, file: string): Promise<ExitCode> {
  const wrapper = await readEdited(session, site, file);
  return await change(session, async ({ store, clock }) => {
    const learning = await learningOf({ store }, site);
    const scores = { corrected: null, agreement: 1, completeness: 1, length: 1, boilerplate: 0 };
    const verdict = {
      isAccepted: true,
      reason: 'edited by a person',
      judgedPages: 0,
      scores,
      generic: scores,
      live: null,
    };
    const { pages, correctedPages } = wrapper;
    await store.wrappers.saveContent(learning.nextVersion, wrapper);
    const now = clock.now();
    const added = afterLearning({ ...learning, isPinned: true }, { pages, correctedPages, verdict }, now);
    const edited = switchTo(added, learning.nextVersion, now);
    await store.wrappers.save(edited);
    return edited;
  });
}

async function readEdited(session: Session, site: string, file: string): Promise<LearnedWrapper> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(resolve(session.io.cwd, file), 'utf8'));
  } catch (cause) {
    throw new CommandError(exitCodes.usage, `${file} can't be read: ${(cause as Error).message}`, { cause });
  }
  const wrapper = parseWrapper(value, file);
  if (wrapper.site !== site)
    throw new CommandError(exitCodes.usage, `${file} is the wrapper of ${wrapper.site}, not of ${site}.`);
  return wrapper;
}
