import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { App } from '../../app.ts';
import type { BrowserMender } from '../../config-files/mend-browser.ts';
import { privateFolder } from '../../machine/make-folder.ts';
import type { Diagnosis } from './checks.ts';
import type { Machine } from './machine.ts';
import { rootCommand } from './root-commands.ts';

interface FixSubject {
  /** Null where the configuration could not be read. */
  readonly app: App | null;
  readonly cwd: string;
  readonly machine: Machine;
  readonly mender: BrowserMender;
  /** Whether a download is wanted. @param what with its size */
  readonly agrees: (what: string) => Promise<boolean>;
  /** Whether the check passes now. */
  readonly isMended: (check: string) => Promise<boolean>;
}

/** What was done about one finding. */
export interface FixResult {
  readonly check: string;
  readonly state: 'fixed' | 'not fixed' | 'needs root' | 'yours';
  readonly says: string;
}

type Fix = (subject: FixSubject, diagnosis: Diagnosis) => Promise<FixResult | null>;

/** What can be done without root, by check. Null: nothing, so the finding's own advice is shown. */
const fixes: Readonly<Record<string, Fix>> = { browser: fixBrowser, store: fixStore, scrapers: fixScrapers };

/** Does what can be done about one finding; says what needs root, with the command, and what only a person can do. */
export async function fixFinding(subject: FixSubject, diagnosis: Diagnosis): Promise<FixResult> {
  const { check, says, fix } = diagnosis;
  try {
    const result = (await fixes[check]?.(subject, diagnosis)) ?? null;
    if (result !== null) return result;
  } catch (error) {
    return { check, state: 'not fixed', says: `${(error as Error).message}. ${fix ?? ''}`.trim() };
  }
  const command = await rootCommand(subject.machine, check, says);
  return command === null
    ? { check, state: 'yours', says: fix ?? says }
    : { check, state: 'needs root', says: `\`${command}\`` };
}

async function fixBrowser(subject: FixSubject, { check, says }: Diagnosis): Promise<FixResult | null> {
  const { app, mender, machine, agrees, isMended } = subject;
  if (/does not run:|CHROMIUM_PATH/.test(says) && (app?.config.chromiumPath ?? null) !== null)
    return {
      check,
      state: 'yours',
      says: `CHROMIUM_PATH names a browser that does not work: correct it, or leave it out`,
    };
  const dropped = await mender.dropUnpacked(app?.config ?? null);
  if (dropped.length > 0 && (await isMended(check)))
    return {
      check,
      state: 'fixed',
      says: `the packaged browser is unpacked again (${dropped.join(', ')} was damaged)`,
    };
  // A browser that starts and is not allowed to, or lacks libraries, would not be helped by another one.
  if ((await rootCommand(machine, check, says)) !== null) return null;
  if (!(await agrees("Playwright's headless Chromium, about 100 MB, into your cache folder")))
    return {
      check,
      state: 'not fixed',
      says: 'not downloaded: `newshawk doctor --fix --yes` downloads a browser without asking',
    };
  await mender.install();
  if (await isMended(check)) return { check, state: 'fixed', says: "Playwright's headless Chromium is installed" };
  const command = await rootCommand(machine, check, 'error while loading shared libraries');
  return {
    check,
    state: 'needs root',
    says: `a browser is installed, and still opens no page. Its libraries: \`${command}\``,
  };
}

async function fixStore({ app, cwd, isMended }: FixSubject, { check, status }: Diagnosis): Promise<FixResult | null> {
  const [, path] = /^file:(.+)$/.exec(app?.config.store ?? '') ?? [];
  if (path === undefined || status !== 'fail') return null;
  const folder = resolve(cwd, path);
  const made = await mkdir(folder, { recursive: true, mode: privateFolder }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
  if (made === null && (await isMended(check))) return { check, state: 'fixed', says: `the folder ${folder} is made` };
  return made === 'EACCES' || made === 'EPERM' || made === null
    ? {
        check,
        state: 'needs root',
        says: `\`sudo mkdir -p ${folder} && sudo chown -R "$USER" ${folder}\`, or name another folder in NEWSHAWK_STORE`,
      }
    : null;
}

async function fixScrapers({ app, cwd }: FixSubject, { check, status }: Diagnosis): Promise<FixResult | null> {
  if (app === null || status !== 'warn') return null;
  const folder = resolve(cwd, app.config.scrapersDir);
  const made = await mkdir(folder, { recursive: true });
  return made === undefined
    ? null
    : { check, state: 'fixed', says: `the folder ${folder} is made; \`newshawk new <host>\` writes a scraper into it` };
}
