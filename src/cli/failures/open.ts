import { spawn } from 'node:child_process';
import type { Session } from '../session.ts';
import { findFailure } from './find-failure.ts';

/** Programs that open an address in the user's browser, by platform. */
const openers: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Prints the address of a failure's page in the dashboard; on a terminal of a desktop it is opened, too. */
export async function openFailure(session: Session, named: string): Promise<void> {
  await using app = await session.openApp();
  const { id } = await findFailure(await app.store(), named);
  const { httpHost, httpPort } = app.config;
  const host = httpHost === '0.0.0.0' || httpHost === '::' ? '127.0.0.1' : httpHost;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}/#/failures?id=${encodeURIComponent(id)}`;
  if (session.options.json) return await session.printJson({ id, address });
  await session.print(`${address}\n`);
  const isOpened = session.outIsTerminal && (await openInBrowser(session, address));
  session.say(
    isOpened
      ? 'Opened in your browser; `newshawk serve` must run.'
      : '`newshawk serve` serves this address; `newshawk failures show` prints the same without it.',
  );
}

/** @returns false where this machine has no desktop */
async function openInBrowser({ io: { env } }: Session, address: string): Promise<boolean> {
  const program = openers[process.platform];
  const hasDesktop = process.platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  if (program === undefined || !hasDesktop) return false;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  return await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)); // the program is not installed
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
