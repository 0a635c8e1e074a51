// Empties dist/, so that a module that was removed from src/ is not published. The dashboard's build stays: its own step replaces it as a whole when its sources
// have changed, and a server that starts during a build can read it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
for (const [folder, kept] of [
  [dist, 'server'],
  [join(dist, 'server'), 'dashboard'],
])
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== kept) rmSync(join(folder, name), { recursive: true, force: true });
