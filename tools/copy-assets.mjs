// Copies what tsc does not copy to dist/: the dashboard's files, and the block model, which tsc would print with one number per line.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
cpSync(at('src/server/dashboard'), at('dist/server/dashboard'), { recursive: true });
cpSync(at('src/stages/extract/model'), at('dist/stages/extract/model'), { recursive: true });
