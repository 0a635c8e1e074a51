import type { OwnDataExplanation } from '../../commands/page/explain-data.ts';
import { valueText } from '../../model/data/data-value.ts';
import type { DataFinding } from '../../model/data/own-data.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

type Row = readonly [name: string, value: string];

/** Rows on a page's own data: what the rules give, value by value, and the records in the store. */
export function ownDataRows(explanation: OwnDataExplanation | null): Row[] {
  if (explanation === null) return [];
  const { records, total, today } = explanation;
  const read: Row[] =
    today === null
      ? []
      : [
          ['read', `by today's rules on the page of ${minuteText(today.readAt)}`],
          ...today.ownData.fields.map((finding): Row => [finding.field, findingText(finding)]),
          ...today.ownData.records.flatMap(({ kind, region, matches, records: ofKind, dropped }): Row[] => {
            const left = Object.entries(dropped).map(([reason, count]) => `, ${count} ${reason}`);
            const problems = ofKind.flatMap(({ key, findings }) =>
              findings
                .filter(({ problem }) => problem !== null)
                .map((finding): Row => ['', `${key}: ${finding.field}: ${findingText(finding)}`]),
            );
            const [first] = ofKind;
            return [
              [kind, `${ofKind.length} of ${matches} elements by ${region}${left.join('')}`],
              ...(first?.findings ?? []).map((finding): Row => ['', `${finding.field}: ${findingText(finding)}`]),
              ...problems.slice(0, maxProblems),
            ];
          }),
        ];
  const stored = records.map(({ kind, key, goneAt, changes, id }): Row => {
    const state = goneAt === null ? 'listed' : `gone since ${minuteText(goneAt)}`;
    return ['stored', `${kind} ${key}: ${state}, ${changes} changes (\`newshawk records show ${id}\`)`];
  });
  return [...read, ...stored, ...(total > records.length ? [['', `${countText(total)} records in all`] as const] : [])];
}

/** Problems of one kind of records that are shown; the JSON has all. */
const maxProblems = 5;

const findingText = ({ value, rule, by, raw, problem }: DataFinding): string => {
  if (rule === null) return 'no rule matches';
  return `${valueText(value) || '-'} by ${rule}${by === 'learned' ? ' (learned)' : ''}${problem === null ? '' : `; ${problem}: ${JSON.stringify(raw)}`}`;
};
