import type { Site } from '../../../model/crawl/site.ts';
import {
  type DataField,
  type DataRule,
  type DataRules,
  dataFieldName,
  type RecordDeclaration,
  recordFieldName,
} from '../../../model/data/data-field.ts';
import type { LearnedDataField, LearnedPlace } from '../../../model/wrapper/learned-data.ts';
import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import type { RuleSet } from './read-fields.ts';

// What is read of a page: the scraper's declarations, then what is learned. A field that the scraper does not declare has the type that corrected values show.

/** Fields with the rules that fill them. */
interface FieldsToRead {
  readonly fields: readonly DataField[];
  /** The scraper's rules come first. */
  readonly ruleSets: readonly RuleSet[];
}

/** A kind of records with the rules that fill its fields. */
export interface RecordReading {
  /** With the learned fields that the scraper does not declare. */
  readonly declaration: RecordDeclaration;
  readonly ruleSets: readonly RuleSet[];
  readonly region: string;
  readonly regionBy: 'scraper' | 'learned';
  /** Fields that every record has, where the region is learned: an element with less than two of them is no record. */
  readonly always: readonly string[];
}

/** The part of a wrapper that is used here. */
interface LearnedPlaces {
  readonly data?: LearnedWrapper['data'];
  readonly records?: LearnedWrapper['records'];
}

type LearnedFields = Readonly<Record<string, LearnedDataField>>;

/** The fields of a page. */
export const dataReading = ({ data }: Site, learned: LearnedPlaces | null): FieldsToRead => ({
  fields: withLearnedFields(data.fields, learned?.data),
  ruleSets: ruleSetsOf(data.rules, learned?.data),
});

/** The kinds of records of a page. A kind whose region is neither declared nor learned is left out. */
export function recordReadings({ records }: Site, wrapper: LearnedPlaces | null): readonly RecordReading[] {
  const learned = wrapper?.records ?? {};
  const declared = new Set(records.map(({ kind }) => kind));
  const others = Object.keys(learned).filter((kind) => !declared.has(kind));
  return [...records, ...others.map(undeclared)].flatMap((declaration): readonly RecordReading[] => {
    const ofKind = learned[declaration.kind];
    const region = declaration.region ?? ofKind?.region ?? null;
    if (region === null) return [];
    return [
      {
        declaration: { ...declaration, fields: withLearnedFields(declaration.fields, ofKind?.fields) },
        ruleSets: ruleSetsOf(declaration.rules, ofKind?.fields),
        region,
        regionBy: declaration.region === null ? 'learned' : 'scraper',
        always: declaration.region === null ? (ofKind?.always ?? []) : [],
      },
    ];
  });
}

/** Fields and kinds that the scraper leaves to learning, of which nothing is learned yet: that they have no value says nothing of a page. */
export function unplacedIn({ data, records }: Site, wrapper: LearnedPlaces | null): ReadonlySet<string> {
  const fields = data.fields.filter(
    ({ name }) => (data.rules[name] ?? []).length === 0 && wrapper?.data?.[name] === undefined,
  );
  const kinds = records.filter(({ kind, region }) => region === null && wrapper?.records?.[kind] === undefined);
  return new Set([...fields.map(({ name }) => dataFieldName(name)), ...kinds.map(({ kind }) => recordFieldName(kind))]);
}

const undeclared = (kind: string): RecordDeclaration => ({
  kind,
  region: null,
  key: [],
  pages: [],
  required: false,
  fields: [],
  rules: {},
});

function withLearnedFields(fields: readonly DataField[], learned: LearnedFields = {}): readonly DataField[] {
  const declared = new Set(fields.map(({ name }) => name));
  const others = Object.entries(learned).filter(([name]) => !declared.has(name));
  return [...fields, ...others.map(([name, { type }]) => ({ name, type, required: false }))];
}

function ruleSetsOf(own: DataRules, learned: LearnedFields | undefined): readonly RuleSet[] {
  const ofScraper: RuleSet = { by: 'scraper', rules: own };
  return learned === undefined ? [ofScraper] : [ofScraper, { by: 'learned', rules: rulesOf(learned) }];
}

const converted = new WeakMap<LearnedFields, DataRules>();

/** The places as rules; converted once for each wrapper. */
function rulesOf(learned: LearnedFields): DataRules {
  const cached = converted.get(learned);
  if (cached !== undefined) return cached;
  const rules = Object.fromEntries(
    Object.entries(learned).map(([name, { places }]) => [name, places.map(ruleOfPlace)]),
  );
  converted.set(learned, rules);
  return rules;
}

/** A learned place as a rule that reads it. */
export function ruleOfPlace(place: LearnedPlace): DataRule {
  const match = place.match === null ? null : new RegExp(place.match, 'u');
  return place.by === 'css'
    ? { by: 'css', selector: place.selector, attribute: place.attribute, match }
    : { by: place.by, path: place.path, match };
}
