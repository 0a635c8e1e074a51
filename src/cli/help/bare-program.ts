import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { commands } from '../commands.ts';
import { buildProgram } from '../main.ts';
import { type CliIo, Session } from '../session.ts';

const notHere = (): never => {
  throw new Error('this program is only read, not run');
};

/** The program as it is made for a run, to be read: no command of it can be performed. */
export function bareProgram(): Command {
  const io: CliIo = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    cwd: '/',
    invocation: 'newshawk',
    isTty: false,
    columns: 100,
    clock: { now: () => new Date(0) },
    openApp: notHere,
    tryBrowser: notHere,
    browserMender: { dropUnpacked: notHere, install: notHere },
    packPackage: notHere,
    installPackages: notHere,
    startDemo: notHere,
    onInterrupt: notHere,
  };
  return buildProgram(new Session(io), commands);
}
