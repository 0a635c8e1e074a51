// What tsc does not carry to dist/: the dashboard's own files; the block model, which tsc would print a number a line.
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
cpSync(at('src/server/dashboard'), at('dist/server/dashboard'), { recursive: true });
cpSync(at('src/stages/extract/model'), at('dist/stages/extract/model'), { recursive: true });
