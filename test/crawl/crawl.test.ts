import { expect, it } from 'vitest';
import { crawlOf, openCrawl } from '../support/crawl-ports.ts';

it('a crawl gives a task its own log and turns, and shares everything else with it', async () => {
  await using opened = await openCrawl();
  const crawl = crawlOf(opened);
  const written: string[] = [];
  const write = (event: string) => void written.push(event);
  const own = crawl.forTask({ log: { debug: write, info: write, warn: write, error: write } });
  own.log.info('of the task');
  crawl.log.info('of the run');
  expect(written).toEqual(['of the task']);
  expect(opened.logged.map(({ event }) => event)).toEqual(['of the run']);
  const { log: _, ...ofTask } = own;
  const { log: __, ...ofRun } = crawl;
  for (const [name, value] of Object.entries(ofRun)) expect(ofTask).toHaveProperty(name, value);
  expect(own.forTask({}).log).toBe(own.log);
});
