import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..');

/** As much of esbuild as is used: the package is in the folder of the players, not among the project's own. */
interface Esbuild {
  build(
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ outputFiles: readonly { path: string; text: string }[] }>;
}

export const playersInstalled = (): boolean => existsSync(join(folder, 'node_modules'));

/** Bundles a page's script as a site's build does: minified, stylesheets apart. @returns texts by file name; `main.js`, and `main.css` where there are stylesheets */
export async function bundle(source: string): Promise<ReadonlyMap<string, string>> {
  const { build } = createRequire(join(folder, 'package.json'))('esbuild') as Esbuild;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'jsx', sourcefile: 'main.jsx' },
    outdir: '/bundle',
    entryNames: 'main',
    bundle: true,
    splitting: true,
    write: false,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      global: 'globalThis',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
    },
    loader: {
      '.svg': 'dataurl',
      '.png': 'dataurl',
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
      '.eot': 'dataurl',
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.replace(/^.*\/bundle\//, ''), text]));
}
