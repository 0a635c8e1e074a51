import type { Command } from 'commander';
import { keepingSettings } from '../../settings/keeping-settings.ts';
import type { Amount, Removal } from '../../storage/maintenance-port.ts';
import {
  collectGarbage,
  type GarbageReport,
  type KeptAmount,
  type Retention,
  removedOf,
  retentionOf,
} from '../../watch/maintenance/collect-garbage.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { bytesText, countText, durationText } from '../terminal/amounts.ts';

const prefix = 'NEWSHAWK_KEEP_';

/** Each bound of the settings is an option too: `NEWSHAWK_KEEP_VISITS_DAYS`, `--keep-visits-days`. */
const bounds = Object.values(keepingSettings).filter(({ variable }) => variable.startsWith(prefix));

const optionOf = (variable: string): string => variable.slice('NEWSHAWK_'.length).toLowerCase().replaceAll('_', '-');

type Options = { readonly [Name in keyof typeof keepingSettings]?: number } & { readonly dryRun?: boolean };

export function addGc(program: Command, session: Session): void {
  const gc = program
    .command('gc')
    .description('delete blobs without a reference, and what exceeds the limits of NEWSHAWK_KEEP_…')
    .option('--dry-run', 'show what would be deleted, delete nothing');
  for (const { variable, about } of bounds)
    gc.option(`--${optionOf(variable)} <n>`, `${about}. Default: ${variable}`, parseWholeNumber(0));
  gc.addHelpText(
    'after',
    '\nArticles that a person labelled or corrected stay, and so do labels and corrections. The address of a deleted article stays known: it is not visited again by itself.',
  );
  gc.action(async ({ dryRun = false, ...kept }: Options) => {
    await using app = await session.openApp({ storePurpose: 'existing' });
    const retention = retentionOf({ ...app.config, ...kept });
    const report = await collectGarbage({ store: await app.store(), clock: app.clock, retention }, { isDry: dryRun });
    await session.printData({ dryRun, ...report }, garbageText(report, retention, dryRun));
  });
}

const amountText = ({ count, bytes }: Amount): string => `${countText(count)} blobs, ${bytesText(bytes)}`;

function garbageText(report: GarbageReport, retention: Retention, isDry: boolean): string {
  const { unnamed, excess, failures, records, pieces, left } = report;
  const rows = [
    ...(['articles', 'revisions', 'visits'] as const).map((kind) => [
      kind,
      removalText(report[kind], { kept: retention[kind], graceMs: retention.graceMs, isDry }),
    ]),
    [isDry ? 'would go, since nothing names them' : 'gone, since nothing named them', amountText(unnamed)],
    [isDry ? 'would go, beyond what is kept' : 'gone, beyond what is kept', amountText(excess)],
    [isDry ? 'failures that would go' : 'failures gone (their blobs with the next round)', countText(failures)],
    [isDry ? 'records that would go' : 'records gone', countText(records)],
    [
      isDry ? 'pieces of killed processes that would go' : 'pieces of killed processes that are gone',
      countText(pieces),
    ],
    [isDry ? 'there are' : 'left', amountText(left)],
  ];
  const isPartial = isDry && [report.articles, report.visits].some((removal) => removedOf(removal).count > 0);
  const note = isPartial
    ? 'The blobs of articles and visits that would go are not counted here: they still have a name.\n'
    : '';
  return `${rows.map(([what, amount]) => `${what}: ${amount}\n`).join('')}${note}`;
}

function removalText(
  removal: Removal,
  { kept, graceMs, isDry }: { readonly kept: KeptAmount; readonly graceMs: number; readonly isDry: boolean },
): string {
  if (removal.left === null) return 'all stay, no limit is set';
  const reasons = [
    [removal.byAge, `older than ${durationText(kept.ms)}`],
    [removal.byCount, `beyond ${countText(kept.count)}`],
    [removal.byBytes, `beyond ${bytesText(kept.bytes)}`],
  ] as const;
  const why = reasons.flatMap(([{ count }, reason]) => (count === 0 ? [] : `${countText(count)} ${reason}`));
  const gone = removedOf(removal);
  const parts = [
    `${countText(gone.count)} ${isDry ? 'would go' : 'gone'}${why.length === 0 ? '' : ` (${why.join(', ')}; ${bytesText(gone.bytes)})`}`,
    ...(removal.held === 0
      ? []
      : [`${countText(removal.held)} beyond a limit stay: a person labelled or corrected them`]),
    ...(removal.young === 0
      ? []
      : [
          `${countText(removal.young)} beyond a limit stay: they are younger than ${durationText(graceMs)} (NEWSHAWK_GC_GRACE_HOURS)`,
        ]),
    `${countText(removal.left.count)} ${isDry ? 'would stay' : 'left'} (${bytesText(removal.left.bytes)})`,
  ];
  return parts.join('; ');
}
