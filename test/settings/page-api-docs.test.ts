import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScrapers } from '../../src/config-files/load-scrapers.ts';
import { itemTemplateMistake, templateMistake } from '../../src/stages/page-api/check-template.ts';
import { filtered } from '../../src/stages/page-api/placeholders.ts';
import { scraperFolder } from '../support/scraper-folder.ts';

// What docs/page-api.md says of scrapers is true.

const text = readFileSync('docs/page-api.md', 'utf8').split('## Naming an API by hand')[1]?.split('\n## ')[0] ?? '';

describe('the page on APIs in scrapers', () => {
  it('has an example that loads', async () => {
    const examples = [...text.matchAll(/```ts\n(.+?)```/gs)].map(([, example = '']) => example);
    const sites = [];
    for (const example of examples) {
      using folder = scraperFolder({ 'gazette.example/scraper.ts': example });
      sites.push(...(await loadScrapers(folder.dir)));
    }
    expect(sites[0]?.apis[0]?.api.requests).toHaveLength(2);
    expect(sites[1]?.listApis.map(({ api }) => api.next?.kind)).toEqual(['number', 'cursor']);
  });

  it('lists placeholders that exist', () => {
    const placeholders = [...text.matchAll(/`(\$\{[^`]+\})`/g)].map(([, placeholder = '']) => placeholder);
    expect(placeholders.length).toBeGreaterThan(9);
    for (const placeholder of placeholders) {
      const mistake = placeholder.startsWith('${item')
        ? itemTemplateMistake(placeholder)
        : templateMistake(placeholder, 1);
      expect({ placeholder, mistake }).toEqual({ placeholder, mistake: null });
    }
  });

  it('says what filters give', () => {
    const [, value = ''] = /\| filter \| of `([^`]+)` \|/.exec(text) ?? [];
    const rows = [
      ...(text.split('**Filters**')[1]?.split('**Lists.**')[0] ?? '').matchAll(/^\| `(\w+)` \| `([^`]+)`: /gm),
    ].map(([, filter = '', result]) => [filter, result]);
    expect(rows.map(([filter]) => filter)).toEqual(['stem', 'first', 'last', 'init', 'rest', 'digits']);
    for (const [filter = '', result] of rows)
      expect({ filter, filtered: filtered(value, filter) }).toEqual({ filter, filtered: result });
    expect(filtered(filtered(value, 'stem'), 'last')).toBe('4711');
  });
});
