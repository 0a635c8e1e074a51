import { type OwnRuleFinding, ruleText } from '../../../model/crawl/own-rule.ts';
import { recordFieldName } from '../../../model/data/data-field.ts';
import { canonicalJson } from '../../../model/data/data-value.ts';
import {
  type DataFinding,
  type RecordDropReason,
  type RecordFinding,
  type RecordsFinding,
  valuesOf,
} from '../../../model/data/own-data.ts';
import type { Element } from '../dom/tree.ts';
import type { DataPage, DataScope } from './data-page.ts';
import type { RecordReading } from './learned-declarations.ts';
import { isMissing, readFields } from './read-fields.ts';
import { recordKey } from './record-key.ts';

/** Records of one kind on a page, and the letters of their JSON. More than any page of a site has that people read. */
const maxRecords = 1_000;
const maxLetters = 2_000_000;

/** Values of the fields that every record has: an advertisement that looks like a record may have one of them. */
const minAlways = 2;

/** The records of one kind, and the scraper's rules that were tried: a rule matches if it does in one record. */
export interface RecordsReading {
  readonly finding: RecordsFinding;
  readonly tried: readonly OwnRuleFinding[];
}

/**
 * The records of a page: one for each element of the region. Elements without any value are no records (an advertisement between them); elements without a required value or a key
 * are counted, and left out. The fields of a record within another belong to the inner one.
 * @param isWhole whether the page lists all there is: no pages before or after it
 */
export function readRecords(page: DataPage, reading: RecordReading, isWhole: boolean): RecordsReading {
  const { declaration, ruleSets, region, regionBy } = reading;
  const { kind } = declaration;
  const elements = page.regions(region);
  const regions = new Set(elements);
  const collected = new RecordCollector(reading);
  const tried = new Map<string, OwnRuleFinding>();
  for (const [at, element] of elements.entries()) {
    if (at >= maxRecords || collected.isFull) {
      collected.drop('over-limit', elements.length - at);
      break;
    }
    const { findings, tried: ofRecord } = readFields(
      page,
      declaration.fields,
      ruleSets,
      recordScope(element, regions, kind),
    );
    if (!collected.add(findings)) continue;
    for (const finding of ofRecord) {
      const rule = ruleText(finding);
      if (finding.hasMatch || !tried.has(rule)) tried.set(rule, finding);
    }
  }
  const ofRegion = { field: recordFieldName(kind), what: region, hasMatch: elements.length > 0 };
  return {
    finding: { kind, region, matches: elements.length, ...collected.finding(isWhole) },
    tried: regionBy === 'scraper' ? [ofRegion, ...tried.values()] : [...tried.values()],
  };
}

/** The part of a page that belongs to a record: without the records in it. @param regions all elements of the kind */
export const recordScope = (root: Element, regions: ReadonlySet<Element>, kind: string): DataScope => ({
  root,
  nameOf: (name) => recordFieldName(kind, name),
  has: (element) => {
    let at: Element | null = element;
    while (at !== null && !regions.has(at)) at = at.parentElement;
    return at === root;
  },
});

class RecordCollector {
  readonly #reading: RecordReading;
  readonly #records = new Map<string, RecordFinding>();
  readonly #dropped = new Map<RecordDropReason, number>();
  readonly #lacking = new Map<string, number>();
  #letters = 0;

  constructor(reading: RecordReading) {
    this.#reading = reading;
  }

  get isFull(): boolean {
    return this.#letters > maxLetters;
  }

  drop(reason: RecordDropReason, count = 1): void {
    this.#dropped.set(reason, (this.#dropped.get(reason) ?? 0) + count);
  }

  /** @returns whether the element has any value */
  add(findings: readonly DataFinding[]): boolean {
    const { declaration, always } = this.#reading;
    const { kind, fields } = declaration;
    const values = valuesOf(findings);
    const kept = always.filter((name) => !isMissing(values[name] ?? null)).length;
    const isBlank = findings.every(({ value, raw }) => (value === false || isMissing(value)) && raw === null);
    if (isBlank || kept < Math.min(always.length, minAlways)) {
      this.drop('empty');
      return false;
    }
    const lacking = fields.filter(({ name, required }) => required && isMissing(values[name] ?? null));
    const key = recordKey(declaration, values);
    for (const { name } of lacking) this.#lacking.set(name, (this.#lacking.get(name) ?? 0) + 1);
    if (lacking.length > 0) this.drop('required-missing');
    else if (key === null) this.drop('no-key');
    else if (this.#records.has(key)) this.drop('same-key');
    else {
      this.#letters += canonicalJson(values).length;
      this.#records.set(key, { kind, key, values, findings });
    }
    return true;
  }

  finding(isWhole: boolean) {
    const isDamaged = (['over-limit', 'required-missing', 'no-key'] as const).some((reason) =>
      this.#dropped.has(reason),
    );
    return {
      records: [...this.#records.values()],
      dropped: Object.fromEntries(this.#dropped),
      lacking: Object.fromEntries(this.#lacking),
      isComplete: isWhole && !isDamaged && this.#records.size > 0,
    };
  }
}
