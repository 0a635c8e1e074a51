import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { removed, run } from './workshop.ts';

/** The server of Debian's package mariadb-server. */
export const mariadb = '/usr/sbin/mariadbd';

/** A database server with one empty database `blog`, in the folder and while it is used. Root needs no password. */
export async function withMariaDb<T>(folder: string, use: (socket: string) => Promise<T>): Promise<T> {
  const [data, socket] = [join(folder, 'data'), join(folder, 'socket')];
  await removed(data);
  await run(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--user=root', '--auth-root-authentication-method=normal'],
    folder,
  );
  const server = spawn(
    mariadb,
    ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, '--user=root', '--skip-networking'],
    { cwd: folder, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  try {
    for (let attempt = 0; !existsSync(socket) && attempt < 120; attempt++) await setTimeout(500);
    const client = ['--no-defaults', `--socket=${socket}`, '--connect-timeout=60'];
    await run('mariadb', [...client, '-e', 'create database blog character set utf8mb4'], folder);
    return await use(socket);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}
