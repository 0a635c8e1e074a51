import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { fixturesOf } from '../src/commands/fixtures/test-fixtures.ts';
import { confidentReading } from '../src/crawl/reading/confident-reading.ts';
import { openApp } from '../src/main.ts';
import { fixtureFiles, readFixture } from '../src/site/fixture-file.ts';

// The time from a save of a scraper to the new reading of a stored page, as `failures replay --watch` has it, without the 30 ms that it waits for an editor to end.
// usage: npm run bench:replay-saves -- [--saves 10]; each scraper of the project, on its first fixture. The files are written with their own content.

const { values } = parseArgs({ options: { saves: { type: 'string', default: '10' } } });
const options = {
  env: process.env,
  cwd: process.cwd(),
  logLevel: 'warn',
  logJson: false,
  logStream: process.stderr,
} as const;
await using app = await openApp(options);
await using reader = await app.openReplayReader();
console.log('| scraper | page KB | first, ms | median of the saves, ms | slowest, ms |\n|---|---|---|---|---|');
for (const site of (await reader.load()).sites) {
  const [file] = await fixtureFiles(fixturesOf(site));
  if (file === undefined) continue;
  const { snapshot } = await readFixture(file);
  const times: number[] = [];
  for (let save = 0; save <= Number(values.saves); save++) {
    await writeFile(site.file, await readFile(site.file));
    const begunMs = performance.now();
    await reader.load([site.file]);
    confidentReading(await reader.read(snapshot, { learned: null }), site);
    times.push(performance.now() - begunMs);
  }
  const [first = 0, ...saves] = times;
  const sorted = saves.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  console.log(
    `| ${site.host} | ${Math.round(snapshot.html.length / 1024)} | ${first.toFixed(0)} | ${median.toFixed(0)} | ${(sorted.at(-1) ?? 0).toFixed(0)} |`,
  );
}
process.exit(0);
