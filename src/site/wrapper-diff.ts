import { dataRuleText } from '../model/crawl/own-rule.ts';
import { dataFieldName, recordFieldName } from '../model/data/data-field.ts';
import type { LearnedDataField, LearnedPlace } from '../model/wrapper/learned-data.ts';
import type { LearnedStyle, LearnedWrapper } from '../model/wrapper/learned-wrapper.ts';

/** The lines of a comparison of two wrappers: what is new, gone and decided otherwise. Styles of three levels only: the others follow from them. */
export function diffWrappers(before: LearnedWrapper, after: LearnedWrapper): string[] {
  return [
    ...styleLines(before, after),
    ...listLines(
      'line',
      before.recurring.map(({ text, path }) => `"${text}" in ${path}`),
      after.recurring.map(({ text, path }) => `"${text}" in ${path}`),
    ),
    ...listLines(
      'expression',
      before.expressions.map(({ pattern, path }) => `${pattern} in ${path}`),
      after.expressions.map(({ pattern, path }) => `${pattern} in ${path}`),
    ),
    ...listLines('field', fieldTexts(before), fieldTexts(after)),
    ...listLines('own data', dataTexts(before), dataTexts(after)),
  ];
}

const isText = ({ score, corrected }: LearnedStyle): boolean => (corrected?.score ?? score) >= 0.5;
const describe = (style: LearnedStyle): string => (isText(style) ? 'text' : 'no text');

function styleLines(before: LearnedWrapper, after: LearnedWrapper): string[] {
  const stylesOf = ({ styles }: LearnedWrapper) =>
    new Map(styles.filter(({ detail, removed }) => detail === 'three' && !removed).map((style) => [style.path, style]));
  const [old, present] = [stylesOf(before), stylesOf(after)];
  const changed = [...present].flatMap(([path, style]) => {
    const former = old.get(path);
    if (former === undefined) return isText(style) ? [`+ style ${path}: text`] : [];
    return isText(former) === isText(style) ? [] : [`~ style ${path}: ${describe(former)} -> ${describe(style)}`];
  });
  const gone = [...old].flatMap(([path, style]) =>
    present.has(path) || !isText(style) ? [] : [`- style ${path}: text`],
  );
  return [...changed, ...gone];
}

function listLines(name: string, before: readonly string[], after: readonly string[]): string[] {
  const [old, present] = [new Set(before), new Set(after)];
  return [
    ...after.filter((text) => !old.has(text)).map((text) => `+ ${name} ${text}`),
    ...before.filter((text) => !present.has(text)).map((text) => `- ${name} ${text}`),
  ];
}

const fieldTexts = ({ fields }: LearnedWrapper): string[] =>
  Object.entries(fields).map(
    ([field, { selector, attribute }]) => `${field}: ${selector}${attribute === null ? '' : `@${attribute}`}`,
  );

const dataTexts = (wrapper: LearnedWrapper): string[] =>
  ownDataLines(wrapper).map(([name, , text]) => `${name}: ${text}`);

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
