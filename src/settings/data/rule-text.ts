import { type DataFunction, type DataRule, structuredSources } from '../../model/data/data-field.ts';
import { selectorError } from '../../stages/extract/dom/select.ts';

/** A rule, or what is wrong with its source. */
export type ParsedRule = { readonly rule: DataRule } | { readonly mistake: string };

const structured = new RegExp(`^(${structuredSources.join('|')}):(.*)$`, 's');
/** `.stars@data-value`. What follows an `@` within brackets or quotes does not look like a name. */
const attributeEnd = /^(.*)@([a-z_][\w:.-]*)$/is;

/** The rule of a source as people write it. */
export function ruleOfSource(source: unknown, match: RegExp | null): ParsedRule {
  if (typeof source === 'function') return { rule: { by: 'function', read: source as DataFunction } };
  if (typeof source !== 'string')
    return { mistake: `${typeof source} is no source: write a selector, a path or a function` };
  const trimmed = source.trim();
  const [, by, path] = structured.exec(trimmed) ?? [];
  if (by !== undefined && path !== undefined)
    return structuredRule(by as (typeof structuredSources)[number], path, match);
  const written = trimmed.replace(/^css:/, '');
  const [, own, attribute] = attributeEnd.exec(written) ?? [];
  const selector = (own ?? written).trim();
  if (selector === '' && attribute === undefined) return { mistake: 'an empty source matches nothing' };
  const mistake = selector === '' ? null : selectorError(selector);
  if (mistake !== null) return { mistake: `"${selector}" is not a CSS selector: ${mistake}` };
  return { rule: { by: 'css', selector, attribute: attribute ?? null, match } };
}

function structuredRule(by: (typeof structuredSources)[number], path: string, match: RegExp | null): ParsedRule {
  if (path.trim() === '') return { mistake: `a path is missing after ${by}:` };
  if (by !== 'meta' && !/^[^.\s]+(?:\.[^.\s]+)*$/.test(path))
    return { mistake: `"${path}" is not a path: write names with a dot between them, as in ${by}:offers.price` };
  return { rule: { by, path: path.trim(), match } };
}
