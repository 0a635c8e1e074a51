import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/child-server.ts';
import { openRedis, type TestRedis } from '../support/redis-server.ts';
import { eventually } from '../support/waiting.ts';
import { commandsOf, type GuideCommands, type GuidePage, guidePages, missingLine } from './guide-page.ts';
import { type Desk, openDesk, Reader } from './reader.ts';

// Reads the guide as a person does: types its commands in their order, writes its files, and compares what comes with what the page shows.

const pages = guidePages();
const isCommands = (block: GuidePage['blocks'][number]): block is GuideCommands => block.kind === 'commands';
const commandBlocks = pages.flatMap(({ blocks }) => blocks.filter(isCommands));

let desk: Desk;
let redis: TestRedis | string = 'not started';
beforeAll(async () => {
  desk = await openDesk();
  redis = await openRedis();
});
afterAll(async () => {
  if (typeof redis !== 'string') await redis[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

/** What can be checked of commands that are not run: the services that they name are in the project's compose.yaml. */
async function checkUnrun(reader: Reader, { lines }: GuideCommands): Promise<void> {
  if (!lines.some((line) => line.startsWith('docker compose '))) return;
  const [compose, dockerfile] = [await reader.read('compose.yaml'), await reader.read('Dockerfile')];
  expect(dockerfile).toContain('ENTRYPOINT');
  for (const line of lines) {
    const service = /^docker compose logs -f (\w+)$/.exec(line)?.[1];
    if (service !== undefined) expect(compose).toMatch(new RegExp(`^  ${service}:`, 'm'));
  }
}

async function readPage(reader: Reader, { blocks }: GuidePage): Promise<void> {
  for (const block of blocks) {
    if (!isCommands(block)) {
      await reader.write(block);
      continue;
    }
    if (block.notRun !== null) {
      await checkUnrun(reader, block);
      continue;
    }
    const place = block.lines.join('\n');
    if (block.background !== null) {
      await reader.typeBeside(block, block.background);
      continue;
    }
    const shown = block.output.map((line) => reader.here(line));
    const check = async (): Promise<void> => {
      const { code, output } = await reader.type(block);
      expect({ place, code, output }).toMatchObject({ place, code: block.exitCode });
      expect(missingLine(output, shown), `${place}\ngave\n${output}`).toBeNull();
    };
    await (block.isRepeated ? eventually(check) : check());
  }
}

describe('the guide', () => {
  it('has ten pages, each to be read in five minutes', () => {
    expect(pages.map(({ name }) => name.slice(0, 2))).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
      '07',
      '08',
      '09',
      '10',
    ]);
    const words = pages.map(({ name, markdown }) => ({ name, words: markdown.split(/\s+/).length }));
    expect(words.filter((page) => page.words > 1_000)).toEqual([]); // 200 words a minute
  });

  it.each(pages)('$name says how many commands it has', ({ markdown, blocks }) => {
    const count = blocks.filter(isCommands).flatMap(commandsOf).length;
    expect(/\*\*Commands:\*\* (\d+)/.exec(markdown)?.[1]).toBe(String(count));
  });

  it('leaves at most two blocks without a test, and says why', () => {
    const notRun = commandBlocks.filter(({ notRun: reason }) => reason !== null);
    for (const { lines, notRun: reason } of notRun) console.log(`not run (${reason}): ${lines.join('; ')}`);
    expect(notRun.length).toBeLessThanOrEqual(2);
    expect(notRun.flatMap(({ lines }) => lines).filter((line) => !line.startsWith('docker '))).toEqual([]);
  });
});

describe('read from the first page to the last', () => {
  const [first, ...others] = pages;
  if (first === undefined) throw new Error('the guide has no pages');
  let reader: Reader; // of page 1: its practice sites run until the end
  beforeAll(() => {
    reader = new Reader(desk);
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  it(first.name, () => readPage(reader, first));

  // Side by side: each page begins with the project as page 1 has left it, in its own folder.
  describe.concurrent('and from there', () => {
    it.each(others)('$name', async (page) => {
      const project = join(desk.folder, page.name);
      await cp(join(desk.folder, 'watch'), project, { recursive: true, verbatimSymlinks: true });
      await using own = new Reader(desk, project, await freePort());
      if (page.name.startsWith('08')) {
        if (typeof redis === 'string') throw new Error(redis);
        own.replace('redis://127.0.0.1:6379', redis.url);
      }
      await readPage(own, page);
    });
  });
});
