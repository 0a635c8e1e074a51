import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import { printableLines, redactText } from '../../printable.ts';
import type { Session } from '../session.ts';
import { type Check, type CheckSubject, checks, type Finding } from './checks.ts';
import { localMachine, type Machine } from './machine.ts';

export interface Diagnosis {
  readonly check: string;
  readonly status: Finding['status'];
  readonly says: string;
  /** How to fix it; null where nothing is wrong. */
  readonly fix: string | null;
}

export function addDoctor(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('what is missing on this machine, and the command that fixes it')
    .argument('[check...]', `only these: ${checks.map(({ name }) => name.replaceAll(' ', '-')).join(', ')}`)
    .addHelpText('after', '\nExit codes: 0 ready, 4 something must be fixed, 10 no browser, 21 no proxy answers.')
    .action(async (names: string[]) => {
      session.exitCode = await doctor(session, localMachine, chosenChecks(names));
    });
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

/** Runs all checks, even after one fails. @returns the exit code of the worst failure */
export async function doctor(session: Session, machine: Machine, chosen = checks): Promise<ExitCode> {
  const { app, mistake } = await tryOpenApp(session);
  await using _closed = app;
  const subject: CheckSubject = { app, mistake, machine, cwd: session.io.cwd, tryBrowser: session.io.tryBrowser };
  const diagnoses: Diagnosis[] = [];
  for (const check of chosen) diagnoses.push(await diagnose(check, subject));
  if (session.options.json) await session.printJson(diagnoses);
  else await session.print(`${diagnoses.map((diagnosis) => line(diagnosis, session.colors)).join('\n')}\n`);
  const failed = diagnoses.filter(({ status }) => status === 'fail');
  if (failed.some(({ check }) => check === 'browser')) return exitCodes.browser;
  if (failed.some(({ check }) => check === 'proxies')) return exitCodes.proxies;
  return failed.length > 0 ? exitCodes.configuration : exitCodes.ok;
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
