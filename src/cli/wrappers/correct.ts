import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { siteFor } from '../../config-files/load-scrapers.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Correction } from '../../model/wrapper/correction.ts';
import { previewCorrection, saveCorrection } from '../../site/correct-page.ts';
import { type CorrectablePage, openCorrectable, readBlocks } from '../../site/correctable-page.ts';
import { fixturesFolder } from '../../site/fixture-file.ts';
import type { LearningPorts } from '../../site/learn-site.ts';
import { writeFixture } from '../../site/page-fixture.ts';
import type { Session } from '../session.ts';
import { correctionFile, correctsAnything, type StatedValues, statedCorrection } from './correction-options.ts';
import { correctionText, effectText, listingText } from './correction-texts.ts';

interface Options extends StatedValues {
  readonly preview?: true;
  readonly yes?: true;
  readonly fixture?: string | true;
}

export function addCorrect(program: Command, session: Session): void {
  program
    .command('correct')
    .description("say what is right about a stored page: its site's other pages are read by it from then on")
    .argument('<address>', 'of a stored page; without options its blocks are listed, numbered')
    .option('--body <blocks>', 'all blocks of the body, such as 3-9,12')
    .option('--body-add <blocks>', 'blocks that belong to the body, too')
    .option('--body-drop <blocks>', 'blocks that do not belong to the body')
    .option('--title <block or text>', 'the headline; a number is a block, =1984 a text')
    .option('--date <block or text>', 'when it was published: a block, or 2026-11-21')
    .option('--authors <block or text>', 'a block, or names with commas between them')
    .option('--from <file>', 'JSON {title?, body?, authors?, publishedAt?}; body: paragraphs')
    .option('--remove', "delete the page's correction, and learn again")
    .option('--preview', "only show what would change on the site's other stored pages")
    .option('--yes', 'also where other pages lose more than 30 % of their text')
    .option('--fixture [folder]', "keep the page and what is right about it as a fixture, beside the site's scraper")
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 31 no such page, 33 stored, but the wrapper was refused; or not stored.',
    )
    .action(session.action((address: string, options: Options) => correct(session, address, options)));
}

async function correct(session: Session, address: string, options: Options): Promise<ExitCode> {
  const isCorrection = correctsAnything(options);
  checkModes(options, isCorrection);
  await using app = await session.openApp();
  const io: LearningPorts = {
    store: await app.store(),
    reader: await app.reader(),
    log: app.log,
    clock: app.clock,
  };
  const page = await openCorrectable(io, address);
  if (!isCorrection && options.fixture === undefined) return await list(session, io, page);
  const code = isCorrection ? await apply(session, io, { page, options }) : exitCodes.ok;
  if (options.fixture !== undefined) await keepFixture(session, app, io, { address, folder: options.fixture });
  return code;
}

/** @throws CommandError (usage) */
function checkModes({ preview, yes, fixture, remove }: Options, isCorrection: boolean): void {
  const mistake =
    preview && yes
      ? '--preview stores nothing: leave out --yes.'
      : preview && fixture !== undefined
        ? '--preview stores nothing: leave out --fixture.'
        : remove && fixture !== undefined
          ? '--remove leaves nothing to keep: leave out --fixture.'
          : (preview || yes) && !isCorrection
            ? 'Say what is right: --body, --body-add, --body-drop, --title, --date, --authors or --from.'
            : null;
  if (mistake !== null) throw new CommandError(exitCodes.usage, mistake);
}

async function list(session: Session, io: LearningPorts, page: CorrectablePage): Promise<ExitCode> {
  const blocks = await readBlocks(io, page);
  const { site, stored, learning, snapshot } = page;
  if (session.options.json) {
    const correction = stored?.correction ?? null;
    await session.printJson({ ...blocks, site, live: learning.live, takenAt: snapshot.takenAt, correction });
    return exitCodes.ok;
  }
  await session.print(listingText(page, blocks, session));
  session.say(
    `\`newshawk correct ${page.url} --body-add 4 --body-drop 7\` changes the body, \`--title\`, \`--date\` and \`--authors\` take a block's number or a text; with \`--preview\` nothing is stored.`,
  );
  return exitCodes.ok;
}

interface Request {
  readonly page: CorrectablePage;
  readonly options: Options;
}

async function apply(session: Session, io: LearningPorts, { page, options }: Request): Promise<ExitCode> {
  const correction = await wantedCorrection(session, io, { page, options });
  if (options.preview) {
    const effect = await previewCorrection(io, page, correction);
    await session.printData(effect, effectText(effect, session.colors));
    session.say('Nothing is stored: leave out --preview to store the correction.');
    return exitCodes.ok;
  }
  const saved = await saveCorrection(io, page, { correction, accepts: options.yes === true });
  await session.printData(saved, effectText(saved.effect, session.colors));
  session.say(correctionText(saved));
  if (correction !== null && options.fixture === undefined)
    session.say(
      `\`newshawk correct ${page.url} --fixture\` keeps the page as a fixture; \`newshawk learn --check\` reads all corrected pages again.`,
    );
  return saved.effect.verdict?.isAccepted === false ? exitCodes.refused : exitCodes.ok;
}

async function wantedCorrection(
  session: Session,
  io: LearningPorts,
  { page, options }: Request,
): Promise<Correction | null> {
  if (options.remove) return null;
  if (options.from !== undefined) return await correctionFile(session.io.cwd, options.from);
  return statedCorrection(options, await readBlocks(io, page), page.stored?.correction ?? null);
}

async function keepFixture(
  session: Session,
  app: App,
  io: LearningPorts,
  { address, folder }: { readonly address: string; readonly folder: string | true },
): Promise<void> {
  const page = await openCorrectable(io, address); // with the correction that was just stored, and the new wrapper
  const place = fixturesFolder(siteFor(await app.sites(), page.site), {
    cwd: session.io.cwd,
    scrapersDir: app.config.scrapersDir,
    folder: folder === true ? null : folder,
  });
  const files = await writeFixture(io, page, place);
  session.say(`Fixture: ${files.join(', ')}. \`newshawk learn --check\` reads it.`);
}
