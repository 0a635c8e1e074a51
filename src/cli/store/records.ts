import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { type ExitCode, exitCodes } from '../../errors.ts';
import { valueText } from '../../model/data/data-value.ts';
import type { StoredRecord } from '../../model/data/stored-record.ts';
import { printable } from '../../printable.ts';
import { recordCsvHeader, toRecordCsvLine } from '../../stages/publish/record-csv.ts';
import { writeWhole } from '../files.ts';
import { parseTime, parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { printList } from '../terminal/table.ts';

interface Options {
  readonly site?: string;
  readonly kind?: string;
  readonly state: 'listed' | 'gone' | 'all';
  readonly since?: Date;
}

export function addRecords(program: Command, session: Session): void {
  const records = program.command('records').description('records that scrapers declare: events, prices, comments …');
  const withFilter = (command: Command): Command =>
    command
      .option('--site <host>', 'of this site')
      .option('--kind <kind>', 'of this kind')
      .addOption(
        new Option('--state <state>', 'listed: on a page now; gone: no page lists them any more')
          .choices(['listed', 'gone', 'all'])
          .default('all'),
      )
      .option('--since <time>', 'changed since: 2026-11-21, 2h, 7d', parseTime(session.io.clock.now()));
  withFilter(records.command('list'))
    .description('the records, the last changed first; without records, their kinds and numbers')
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .action((options: Options & { readonly limit: number }) => listRecords(session, options));
  records
    .command('show')
    .description('one record, with what changed and the pages that list it')
    .argument('<id>', 'as `newshawk records list` shows it')
    .addHelpText('after', '\nExit codes: 0 found, 31 there is no such record.')
    .action(session.action(session.withApp((app, id: string) => showRecord(session, app, id))));
  withFilter(records.command('export'))
    .description('print all records, or write them to a file')
    .addOption(new Option('-f, --format <format>', 'format').choices(['jsonl', 'csv']).default('jsonl'))
    .option('-o, --output <file>', 'write to this file instead of stdout')
    .action(
      session.withApp((app, options: ExportOptions) => exportRecords(session, app, options), {
        storePurpose: 'existing',
      }),
    );
}

const filterOf = ({ site, kind, state, since }: Options) => ({
  ...(site !== undefined && { site }),
  ...(kind !== undefined && { kind }),
  ...(state !== 'all' && { gone: state === 'gone' }),
  ...(since !== undefined && { changedSince: since }),
});

async function listRecords(session: Session, { limit, ...options }: Options & { readonly limit: number }) {
  await using app = await session.openApp();
  const { records } = await app.store();
  const filter = filterOf(options);
  const items = await records.find({ ...filter, limit });
  const total = await records.count(filter);
  const none = 'No records. A scraper declares them: `records: { … }` (docs/own-data.md).';
  const isShown = await printList(session, items, { data: { total, items }, none }, [
    ['id', ({ id }) => id],
    ['site', ({ site }) => site, 12],
    ['kind', ({ kind }) => kind],
    ['changed (UTC)', ({ changedAt }) => minuteText(changedAt)],
    [
      'state',
      ({ goneAt, changes }) => (goneAt !== null ? 'gone' : changes === 0 ? 'listed' : `listed, ${changes} changes`),
    ],
    ['values', ({ values }) => valuesText(values), 20],
  ]);
  if (isShown && total > items.length) session.say(`${countText(total)} records in all; --limit shows more.`);
}

const valuesText = (values: StoredRecord['values']): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${valueText(value) || '-'}`)
    .join(', ');

async function showRecord(session: Session, app: App, id: string): Promise<ExitCode> {
  const record = await (await app.store()).records.get(id);
  if (record === null) {
    session.say(`There is no record ${printable(id)}: \`newshawk records list\` shows them.`);
    return exitCodes.nothingFound;
  }
  await session.printData(record, recordText(record));
  return exitCodes.ok;
}

function recordText(record: StoredRecord): string {
  const { history, changes, listedOn, goneAt } = record;
  const rows: readonly (readonly [string, string])[] = [
    ['kind', `${record.kind} of ${record.site}`],
    ['key', record.key],
    ['first seen', minuteText(record.firstSeenAt)],
    ['last seen', `${minuteText(record.lastSeenAt)} on ${record.url}`],
    ['state', goneAt === null ? `listed on ${listedOn.length} pages` : `gone since ${minuteText(goneAt)}`],
    ...Object.entries(record.values).map(([name, value]) => [name, valueText(value) || '-'] as const),
    ['changes', changes > history.length ? `${changes}, the last ${history.length} are kept` : String(changes)],
    ...history
      .toReversed()
      .flatMap(({ at, before, after }) =>
        Object.keys(after).map(
          (name) =>
            [minuteText(at), `${name}: ${valueText(before[name]) || '-'} -> ${valueText(after[name]) || '-'}`] as const,
        ),
      ),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join('');
}

type ExportOptions = Options & { readonly format: 'jsonl' | 'csv'; readonly output?: string };

async function exportRecords(session: Session, app: App, { format, output, ...options }: ExportOptions): Promise<void> {
  const lines = recordLines(app, format, filterOf(options));
  if (output === undefined) {
    for await (const line of lines) {
      if (session.signal.aborted) {
        session.exitCode = exitCodes.interrupted;
        return;
      }
      await session.print(line);
    }
    return;
  }
  const file = resolve(session.io.cwd, output);
  let count = format === 'csv' ? -1 : 0; // the header is no record
  const counted = async function* () {
    for await (const line of lines) {
      yield line;
      count += 1;
    }
  };
  if (!(await writeWhole(file, counted(), session.signal))) {
    session.exitCode = exitCodes.interrupted;
    return session.say(`Interrupted: ${file} is as it was.`);
  }
  session.say(`${countText(count)} records are in ${file}.`);
}

async function* recordLines(
  app: App,
  format: 'jsonl' | 'csv',
  filter: ReturnType<typeof filterOf>,
): AsyncIterable<string> {
  const { records } = await app.store();
  if (format === 'jsonl') {
    for await (const record of records.stream(filter)) yield `${JSON.stringify(record)}\n`;
    return;
  }
  // the columns are known after all records are read
  const names = new Set<string>();
  for await (const { values } of records.stream(filter)) for (const name of Object.keys(values)) names.add(name);
  yield recordCsvHeader([...names]);
  for await (const record of records.stream(filter)) yield toRecordCsvLine(record, [...names]);
}
