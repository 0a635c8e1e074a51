import { dataRuleText } from '../../model/crawl/own-rule.ts';
import { dataFieldName, recordFieldName } from '../../model/data/data-field.ts';
import type { LearnedDataField, LearnedPlace } from '../../model/wrapper/learned-data.ts';
import type { LearnedWrapper } from '../../model/wrapper/learned-wrapper.ts';

type Line = readonly [name: string, field: LearnedDataField | null, text: string];

/** What a wrapper knows of own data, one entry for each field and kind of records. A kind has no field: its text is the region. */
export function ownDataLines({ data = {}, records = {} }: LearnedWrapper): readonly Line[] {
  const lineOf = (name: string, field: LearnedDataField): Line => [name, field, field.places.map(placeText).join(', ')];
  return [
    ...Object.entries(data).map(([name, field]) => lineOf(dataFieldName(name), field)),
    ...Object.entries(records).flatMap(([kind, { region, fields }]): Line[] => [
      [recordFieldName(kind), null, region],
      ...Object.entries(fields).map(([name, field]) => lineOf(recordFieldName(kind, name), field)),
    ]),
  ];
}

const placeText = (place: LearnedPlace): string =>
  dataRuleText({ ...place, match: place.match === null ? null : new RegExp(place.match, 'u') }) || 'the record itself';
