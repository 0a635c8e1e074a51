import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { LearnedStyle, LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';
import type { SiteLearning, WrapperVersion } from '../../model/wrapper/site-learning.ts';
import { printable } from '../../printable.ts';
import { parseWrapper } from '../../settings/wrapper-file.ts';
import { learningOf, pin, rollBack, unpin, versionContent } from '../../site/switch-version.ts';
import { diffWrappers, ownDataLines } from '../../site/wrapper-diff.ts';
import { afterLearning, switchTo } from '../../stages/site-learning/learning-state.ts';
import { jsonOfFile } from '../files.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printList, printTable } from '../terminal/table.ts';
import { acceptanceText, reextractionText, wrapperState } from './wrapper-state.ts';

export function addWrapper(program: Command, session: Session): void {
  const wrapper = program
    .command('wrapper')
    .description('look at what is learned of each site, compare, pin and roll back');
  const version = ['[version]', 'default: the live one', parseWholeNumber(1)] as const;
  wrapper
    .command('list')
    .description('all sites with their live versions')
    .action(session.withApp((app) => list(session, app)));
  wrapper
    .command('show')
    .description("a site's versions, and what the live one knows; with --json the whole wrapper, to be edited")
    .argument('<site>')
    .argument(...version)
    .action(session.withApp((app, site: string, version?: number) => show(session, app, site, version)));
  wrapper
    .command('diff')
    .description('what differs between two versions')
    .argument('<site>')
    .argument('[from]', 'default: the version before the live one', parseWholeNumber(1))
    .argument('[to]', 'default: the live version', parseWholeNumber(1))
    .action(session.withApp((app, site: string, from?: number, to?: number) => diff(session, app, site, from, to)));
  wrapper
    .command('pin')
    .description('keep a version in use, whatever is learned')
    .argument('<site>')
    .argument(...version)
    .action(change(session, (io, site: string, version?: number) => pin(io, site, version ?? null)));
  wrapper
    .command('unpin')
    .description('learn again')
    .argument('<site>')
    .action(change(session, (io, site: string) => unpin(io, site)));
  wrapper
    .command('rollback')
    .description('put an earlier version in use, and pin it')
    .argument('<site>')
    .argument('[version]', 'default: the one before the live one', parseWholeNumber(1))
    .action(change(session, (io, site: string, version?: number) => rollBack(io, site, version ?? null)));
  wrapper
    .command('edit')
    .description('store an edited wrapper (JSON, as `show --json` prints it) as a new version, and pin it')
    .argument('<site>')
    .argument('<file>')
    .action(change(session, (io, site: string, file: string) => edit(session, io, site, file)));
}

async function list(session: Session, app: App): Promise<ExitCode> {
  const sites = await (await app.store()).wrappers.list();
  const none = 'Nothing is learned yet: a site needs five articles. `newshawk crawl` reads some.';
  await printList(session, sites, { none }, [
    ['site', ({ site }) => site, 12],
    ['live', (site) => String(liveVersion(site)?.version ?? '-'), 'right'],
    ['learned', (site) => shown(liveVersion(site)?.learnedAt, minuteText)],
    ['pages', (site) => shown(liveVersion(site)?.pages, countText), 'right'],
    ['corrected', (site) => shown(liveVersion(site)?.correctedPages, countText), 'right'],
    ['state', wrapperState, 20],
  ]);
  return sites.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

const liveVersion = ({ versions, live }: SiteLearning): WrapperVersion | undefined =>
  versions.find(({ version }) => version === live);

const shown = <T>(value: T | undefined, text: (value: T) => string): string =>
  value === undefined ? '-' : text(value);

async function show(session: Session, app: App, site: string, version?: number): Promise<void> {
  const store = await app.store();
  const learning = await learningOf({ store }, site);
  const wanted = version ?? learning.live;
  const wrapper = wanted === null ? null : await versionContent({ store }, learning, wanted);
  const reextraction = await store.wrappers.reextraction(site);
  if (session.options.json) return await session.printJson(wrapper ?? learning);
  await session.print(`${printable(site)}: ${printable(wrapperState(learning))}\n\n`);
  await printTable(session, learning.versions, [
    ['version', (each) => String(each.version), 'right'],
    ['learned', ({ learnedAt }) => minuteText(learnedAt)],
    ['pages', ({ pages }) => String(pages), 'right'],
    ['corrected', ({ correctedPages }) => String(correctedPages), 'right'],
    ['in use', useText, 16],
    ['verdict', ({ verdict }) => acceptanceText(verdict), 16],
  ]);
  if (reextraction !== null) await session.print(`\n${reextractionText(reextraction)}`);
  if (wrapper !== null) await session.print(`\n${wrapperText(wrapper, session)}`);
}

const useText = ({ validFrom, validUntil }: WrapperVersion): string =>
  validFrom === null ? '-' : `${minuteText(validFrom)} to ${validUntil === null ? 'now' : minuteText(validUntil)}`;

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

async function diff(session: Session, app: App, site: string, from?: number, to?: number): Promise<void> {
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
}

type SwitchIo = Parameters<typeof pin>[0];

/** A command that puts another version of a site's wrapper in use. */
const change = <Args extends unknown[]>(
  session: Session,
  perform: (io: SwitchIo, site: string, ...args: Args) => Promise<SiteLearning>,
) =>
  session.withApp(async (app, site: string, ...args: Args) => {
    const learning = await perform({ store: await app.store(), clock: app.clock }, site, ...args);
    if (session.options.json) return await session.printJson(learning);
    session.say(
      `${learning.site}: ${learning.live === null ? 'no wrapper' : `wrapper ${learning.live}`} is in use, ${wrapperState(learning)}. A running \`watch\` follows within ten seconds.`,
    );
  });

async function edit(session: Session, { store, clock }: SwitchIo, site: string, file: string): Promise<SiteLearning> {
  const wrapper = await readEdited(session, site, file);
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
}

async function readEdited(session: Session, site: string, file: string): Promise<LearnedWrapper> {
  const wrapper = parseWrapper(await jsonOfFile(session.io.cwd, file), file);
  if (wrapper.site !== site)
    throw new CommandError(exitCodes.usage, `${file} is the wrapper of ${wrapper.site}, not of ${site}.`);
  return wrapper;
}
