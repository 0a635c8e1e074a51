import { dataRuleText, type OwnRuleFinding } from '../../../model/crawl/own-rule.ts';
import type { DataField, DataRule, DataRules, ItemType } from '../../../model/data/data-field.ts';
import type { DataItem, DataValue } from '../../../model/data/data-value.ts';
import type { DataFinding } from '../../../model/data/own-data.ts';
import type { DataPage, DataScope } from './data-page.ts';
import { parseValue, type ValueFinding } from './parse-value.ts';
import { matchedPart, type RawValue } from './raw-value.ts';

/** Rules of one origin for declared fields. */
export interface RuleSet {
  readonly by: 'scraper' | 'learned';
  readonly rules: DataRules;
}

/** The findings of all fields, and whether each rule of the scraper that was tried gave a value. */
export interface FieldsReading {
  readonly findings: readonly DataFinding[];
  readonly tried: readonly OwnRuleFinding[];
}

/** Letters of a raw value in a finding. */
const maxRaw = 200;

/**
 * The fields in one part of a page. The rule sets are tried in their order, and so are the rules of a field, until one gives a value of the field's type. Where none does, the first
 * problem is the finding.
 * @throws NewshawkError misconfigured when a function throws
 */
export function readFields(
  page: DataPage,
  fields: readonly DataField[],
  ruleSets: readonly RuleSet[],
  scope: DataScope,
): FieldsReading {
  const tried: OwnRuleFinding[] = [];
  const findings = fields.map((field) => {
    let problem: DataFinding | null = null;
    for (const { by, rules } of ruleSets)
      for (const rule of rules[field.name] ?? []) {
        const finding = readRule(page, field, rule, scope);
        const hasValue = finding !== null && !isMissing(finding.value);
        if (by === 'scraper' && field.type.kind !== 'present')
          tried.push({ field: scope.nameOf(field.name), what: dataRuleText(rule), hasMatch: hasValue });
        if (hasValue) return { ...finding, by };
        if (finding !== null) problem ??= { ...finding, by };
      }
    return problem ?? nothing(field);
  });
  return { findings, tried };
}

/** Whether there is no value: null, or an empty list. */
export const isMissing = (value: DataValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const nothing = ({ name, type }: DataField): DataFinding => ({
  field: name,
  value: type.kind === 'present' ? false : type.kind === 'list' ? [] : null,
  rule: null,
  by: null,
  raw: null,
  problem: null,
});

/** Null: the rule matches nothing. */
function readRule(page: DataPage, { name, type }: DataField, rule: DataRule, scope: DataScope) {
  const found = { field: name, rule: dataRuleText(rule) };
  if (type.kind === 'present')
    return page.matches(rule, scope, name) ? { ...found, value: true, raw: null, problem: null } : null;
  const item = type.kind === 'list' ? type.of : type;
  const raws = page.raw(rule, item.kind, scope, name);
  const [first] = raws;
  if (first === undefined) return null;
  if (type.kind === 'list') return { ...found, ...readList(page, item, rule, raws) };
  const value = readRaw(page, item, rule, first);
  return {
    ...found,
    value: 'problem' in value ? null : value.value,
    raw: shortRaw(first),
    problem: 'problem' in value ? value.problem : (value.cut ?? null),
  };
}

function readList(page: DataPage, item: ItemType, rule: DataRule, raws: readonly RawValue[]) {
  const items = raws.map((raw) => ({ raw, read: readRaw(page, item, rule, raw) }));
  const bad = items.flatMap(({ raw, read }) => ('problem' in read ? [{ raw, problem: read.problem }] : []));
  const [worst] = bad;
  return {
    value: items.flatMap(({ read }) => ('problem' in read ? [] : [read.value as DataItem])),
    raw: shortRaw(worst?.raw ?? raws[0]),
    problem: worst === undefined ? null : `${bad.length} of ${items.length} items: ${worst.problem}`,
  };
}

function readRaw(page: DataPage, type: ItemType, rule: DataRule, raw: RawValue): ValueFinding {
  const match = rule.by === 'function' ? null : rule.match;
  if (match === null || typeof raw.value !== 'string') return parseValue(type, raw, page.context);
  const part = matchedPart(raw.value, match);
  return part === null
    ? { problem: `${match} does not match` }
    : parseValue(type, { ...raw, value: part }, page.context);
}

function shortRaw(raw: RawValue | undefined): string {
  const value = raw?.value;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length <= maxRaw ? text : `${text.slice(0, maxRaw - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
