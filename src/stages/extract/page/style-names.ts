/** Sites give ids and numbers as names: `post-4711`, `slide_3`. */
const foldDigits = (name: string): string => (/\d/.test(name) ? name.replace(/\d+/g, '0') : name);

/** The class names and the id of an element, as styles have them: sorted, digits folded. */
export function stylesNames(className: string | null, id: string | null): readonly string[] {
  if (className === null && id === null) return noNames;
  const names = new Set<string>();
  for (const name of className?.split(/\s+/) ?? []) if (name !== '') names.add(`.${foldDigits(name)}`);
  const sorted = [...names].sort();
  if (id !== null && id !== '') sorted.push(`#${foldDigits(id)}`);
  return sorted;
}

const noNames: readonly string[] = [];
