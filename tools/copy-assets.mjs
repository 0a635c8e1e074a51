// Copies what tsc does not copy to dist/: the block model, which tsc would print with one number per line, and the texts, clips and
// players of the demo sites.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
cpSync(at('src/stages/extract/model'), at('dist/stages/extract/model'), { recursive: true });

for (const folder of ['articles', 'media', 'sites/binhai/assets', 'sites/harbour/assets', 'sites/northlight/assets'])
  cpSync(at(`demo/${folder}`), at(`dist/demo/${folder}`), { recursive: true });
const { resolve } = createRequire(import.meta.url);
cpSync(resolve('hls.js/dist/hls.min.js'), at('dist/demo/vendor/hls.min.js'));
cpSync(resolve('dashjs'), at('dist/demo/vendor/dash.all.min.js'));
