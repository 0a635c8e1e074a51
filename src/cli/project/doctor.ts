import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { printableLines, redactText } from '../../printable.ts';
import type { Session } from '../session.ts';
import { type Check, type CheckSubject, checks, type Diagnosis, type Finding } from './checks.ts';
import { type FixResult, fixFinding } from './fixes.ts';
import { localMachine, type Machine } from './machine.ts';

export function addDoctor(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('what is missing on this machine, and the command that fixes it')
    .argument('[check...]', `only these: ${checks.map(({ name }) => name.replaceAll(' ', '-')).join(', ')}`)
    .option('--fix', 'do what can be done without root, and say what needs root')
    .option('--yes', 'with --fix: download without asking')
    .addHelpText('after', '\nExit codes: 0 ready, 4 something must be fixed, 10 no browser, 21 no proxy answers.')
    .action(
      async (names: string[], { fix = false, yes = false }: { readonly fix?: boolean; readonly yes?: boolean }) => {
        if (yes && !fix) throw new CommandError(exitCodes.usage, '--yes goes with --fix.');
        session.exitCode = await doctor(session, localMachine, { chosen: chosenChecks(names), fix, yes });
      },
    );
}

function chosenChecks(names: readonly string[]): readonly Check[] {
  if (names.length === 0) return checks;
  const nameOf = (check: Check): string => check.name.replaceAll(' ', '-');
  const unknown = names.filter((name) => !checks.some((check) => nameOf(check) === name));
  if (unknown.length > 0)
    throw new CommandError(
      exitCodes.usage,
      `There is no check ${unknown.join(', ')}. There are: ${checks.map(nameOf).join(', ')}.`,
    );
  return checks.filter((check) => names.includes(nameOf(check)));
}

/**
 * Runs all checks, even after one fails.
 * @param wanted chosen: default all; fix: whether findings are mended where that needs no root; yes: whether downloads are made without asking
 * @returns the exit code of the worst failure that is left
 */
export async function doctor(
  session: Session,
  machine: Machine,
  wanted: { readonly chosen?: readonly Check[]; readonly fix?: boolean; readonly yes?: boolean } = {},
): Promise<ExitCode> {
  const { chosen = checks, fix = false, yes = false } = wanted;
  const { app, mistake } = await tryOpenApp(session);
  await using _closed = app;
  const subject: CheckSubject = { app, mistake, machine, cwd: session.io.cwd, tryBrowser: session.io.tryBrowser };
  const diagnoses: Diagnosis[] = [];
  for (const check of chosen) diagnoses.push(await diagnose(check, subject));
  if (!fix) {
    await printDiagnoses(session, diagnoses);
    return exitOf(diagnoses);
  }
  const isMended = async (name: string): Promise<boolean> => {
    const check = chosen.find((one) => one.name === name);
    return check !== undefined && (await diagnose(check, subject)).status !== 'fail';
  };
  // off a terminal nobody could answer, so nothing is downloaded
  const agrees = async (what: string): Promise<boolean> =>
    yes || (session.io.isTty && (await session.confirms(`Download ${what}?`)));
  const results: FixResult[] = [];
  for (const finding of diagnoses.filter(({ status }) => status !== 'ok')) {
    const { cwd, browserMender: mender } = session.io;
    results.push(await fixFinding({ app, cwd, machine, mender, agrees, isMended }, finding));
  }
  const after: Diagnosis[] = [];
  const fixed = new Set(results.flatMap(({ check, state }) => (state === 'fixed' ? [check] : [])));
  for (const check of chosen) {
    const before = diagnoses.find((one) => one.check === check.name);
    after.push(before !== undefined && !fixed.has(check.name) ? before : await diagnose(check, subject));
  }
  if (session.options.json) await session.printJson({ checks: after, fixes: results });
  else {
    await printDiagnoses(session, after);
    if (results.length > 0) await session.print(`\n${results.map((one) => fixLine(one, session)).join('\n')}\n`);
  }
  return exitOf(after);
}

function exitOf(diagnoses: readonly Diagnosis[]): ExitCode {
  const failed = diagnoses.filter(({ status }) => status === 'fail');
  if (failed.some(({ check }) => check === 'browser')) return exitCodes.browser;
  if (failed.some(({ check }) => check === 'proxies')) return exitCodes.proxies;
  return failed.length > 0 ? exitCodes.configuration : exitCodes.ok;
}

async function printDiagnoses(session: Session, diagnoses: readonly Diagnosis[]): Promise<void> {
  await session.printData(diagnoses, `${diagnoses.map((diagnosis) => line(diagnosis, session.colors)).join('\n')}\n`);
}

function fixLine({ check, state, says }: FixResult, session: Session): string {
  const { green, red, yellow } = session.colors;
  const paint = { fixed: green, 'not fixed': red, 'needs root': yellow, yours: yellow }[state];
  const words = { fixed: 'fixed', 'not fixed': 'not fixed', 'needs root': 'needs root', yours: 'to do' }[state];
  return `${paint(words.padEnd(10))}  ${check.padEnd(13)}  ${printableLines(session.withInvocation(says))}`;
}

/** Opens the app; a wrong configuration becomes a finding, not an error. */
async function tryOpenApp(session: Session): Promise<{ app: App | null; mistake: string | null }> {
  try {
    return { app: await session.openApp(), mistake: null };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { app: null, mistake: error.message };
  }
}

async function diagnose({ name, run, fix }: Check, subject: CheckSubject): Promise<Diagnosis> {
  const finding = await run(subject).catch(
    (error: unknown): Finding => ({
      status: 'fail',
      says: error instanceof Error ? error.message : String(error),
    }),
  );
  const { status, says } = finding;
  return { check: name, status, says: redactText(says), fix: status === 'ok' ? null : (finding.fix ?? fix) };
}

function line({ check, status, says, fix }: Diagnosis, { green, yellow, red, dim }: Session['colors']): string {
  const paint = { ok: green, warn: yellow, fail: red }[status];
  const head = `${paint(status.padEnd(4))}  ${check.padEnd(13)}  ${printableLines(says)}`;
  return fix === null ? head : `${head}\n${dim(`      ${' '.repeat(13)}  ${fix}`)}`;
}
