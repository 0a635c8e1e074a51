import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type HostilePage, html, kept } from './hostile-page.ts';

/** Pages of a folder of *.html.gz files, served as they are; none where there is no such folder. All that is asked of them is that they end with a text. */
export function corpusPages(folder: string): readonly HostilePage[] {
  if (folder === '' || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html.gz'))
    .sort()
    .map((file) => ({
      name: file.replace('.html.gz', ''),
      answer: (_, response) => html(response, gunzipSync(readFileSync(join(folder, file))).toString('latin1')),
      browser: kept(/</),
      static: kept(/</),
    }));
}
