import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { removed, run } from './workshop.ts';

const programs = '/usr/lib/postgresql/15/bin';
/** The server of Debian's package postgresql-15. */
export const postgres = join(programs, 'postgres');

/** PostgreSQL refuses to run as root: it gets the user that Debian's package makes. */
const asUser = (program: string, args: readonly string[]): string[] =>
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]
    : [program, ...args];

/** A database server with one empty database `site` of the user `postgres`, in the folder and while it is used. Its socket is in the folder that `use` gets; nobody needs a password. */
export async function withPostgres<T>(folder: string, use: (socket: string) => Promise<T>): Promise<T> {
  const data = join(folder, 'database');
  await removed(data);
  await mkdir(data);
  if (process.getuid?.() === 0) await run('chown', ['postgres:postgres', data], folder);
  const [make = '', ...making] = asUser(join(programs, 'initdb'), [
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  await run(make, making, data);
  const [serve = '', ...serving] = asUser(postgres, [
    ...['-D', data, '-k', data, '-c', 'listen_addresses=', '-c', 'fsync=off'],
  ]);
  const server = spawn(serve, serving, { cwd: data, stdio: 'ignore' });
  const ended = once(server, 'exit');
  try {
    for (let attempt = 0; !existsSync(join(data, '.s.PGSQL.5432')) && attempt < 120; attempt++) await setTimeout(500);
    await run(join(programs, 'createdb'), ['-h', data, '-U', 'postgres', 'site'], data);
    return await use(data);
  } finally {
    // ends at once, with its connections
    server.kill('SIGINT');
    await ended;
  }
}
