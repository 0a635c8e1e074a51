import { type ReferenceEntry, readEntries } from './read-types.ts';

const settings = new URL('../../src/settings/', import.meta.url);

/** A part of the reference: where its entries are, and how an example becomes a whole definition. */
export interface ReferencePart {
  readonly title: string;
  readonly intro: string;
  readonly entries: readonly ReferenceEntry[];
  /** @returns an expression that the kit accepts */
  readonly complete: (entry: ReferenceEntry) => string;
}

const part = (
  title: string,
  intro: string,
  [file, ...names]: readonly [file: string, ...names: string[]],
  complete: (example: string, entry: ReferenceEntry) => string,
): ReferencePart => ({
  title,
  intro,
  entries: readEntries(new URL(file, settings), names),
  complete: (entry) => complete(entry.example ?? '', entry),
});

const scraper = (fields: string): string => `defineScraper({ host: 'gazette.example', ${fields} })`;
const source = (example: string, { name }: ReferenceEntry): string => {
  const rest = name === 'url' ? "kind: 'feed'" : "url: '/feed.xml'";
  return scraper(`sources: [{ ${example}, ${rest} }]`);
};

export const referenceParts: readonly ReferencePart[] = [
  part(
    'defineScraper',
    'The default export of `scrapers/<host>/scraper.ts`: one site.',
    ['definitions/scraper-definition.ts', 'ScraperDefinition'],
    (example, { name }) => (name === 'host' ? `defineScraper({ ${example} })` : scraper(example)),
  ),
  part(
    'Wrappers',
    'The objects of `wrappers`.',
    ['definitions/scraper-definition.ts', 'WrapperDefinition'],
    (example) => scraper(`wrappers: [{ ${example} }]`),
  ),
  part('Sources', 'Functions for `sources`.', ['scraper.ts', 'listing', 'feed', 'sitemap'], (example) =>
    scraper(`sources: [${example}]`),
  ),
  part(
    'Options of sources',
    'The second argument of `listing`, `feed` and `sitemap`.',
    ['definitions/scraper-definition.ts', 'SourceOptions'],
    (example) => scraper(`sources: [listing('/', { ${example} })]`),
  ),
  part(
    'Sources as objects',
    'What these functions make; it may be written by hand, with the same options.',
    ['definitions/scraper-definition.ts', 'SourceDefinition'],
    source,
  ),
  part(
    'Steps',
    'Functions for `steps`, in the scraper and in listings (docs/steps.md).',
    ['step-schema.ts', 'click', 'clickUntilGone', 'scroll', 'scrollUntilNothingNew', 'waitFor'],
    (example) => scraper(`steps: { articles: [${example}] }`),
  ),
  part(
    'Data',
    'Functions for `data` and for the `fields` of `records` (docs/own-data.md).',
    [
      'data/data-fields.ts',
      'text',
      'number',
      'integer',
      'price',
      'date',
      'boolean',
      'present',
      'url',
      'choice',
      'custom',
      'list',
    ],
    (example) => scraper(`data: { value: ${example} }`),
  ),
  part('Records', 'The objects of `records`.', ['data/data-schema.ts', 'RecordsDefinition'], (example, { name }) =>
    scraper(`records: { ${example}${name === 'fields' ? '' : ", fields: { title: text('h3') }"} }`),
  ),
  part(
    'defineBrowsers',
    'The default export of `browsers.config.ts`. `newshawk config print` shows the values in force.',
    ['definitions/browsers-definition.ts', 'BrowsersDefinition'],
    (example) => `defineBrowsers({ ${example} })`,
  ),
];

/** docs/reference.md */
export function referenceText(parts: readonly ReferencePart[] = referenceParts): string {
  return `${[
    '# Reference: scrapers and browsers',
    "Every field and function of the kit (`import { … } from 'newshawk'`), made by `npm run reference` from the doc comments of its types, which editors show as well. Every example is checked by a test. `newshawk new <site>` writes a scraper to begin with.",
    ...parts.map(partText),
  ].join('\n\n')}\n`;
}

const partText = ({ title, intro, entries }: ReferencePart): string =>
  [`## ${title}`, intro, ...entries.map(entryText)].join('\n\n');

function entryText({ of, name, type, isRequired, about, defaultText, example }: ReferenceEntry): string {
  const head = of === null ? `### \`${name}${type}\`` : `### \`${name}\``;
  const facts = [
    ...(of === null ? [] : [`Type: \`${type}\`.`]),
    ...(of === null
      ? []
      : [
          isRequired
            ? 'Required.'
            : `Default: ${/^[`a-z]/.test(defaultText ?? '') && !/^(true|false|null)$/.test(defaultText ?? '') ? defaultText : `\`${defaultText}\``}.`,
        ]),
  ].join(' ');
  return [head, about, ...(facts === '' ? [] : [facts]), `\`\`\`ts\n${example}\n\`\`\``].join('\n\n');
}
