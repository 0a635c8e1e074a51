/**
 * Names of rules that an extraction does without, such as `boilerplate/pointer`: for ablations (`npm run bench:extract -- --ablation DIR`). A rule asks for its
 * name only where it changes something, so a set that notes its questions knows which rules matter to a page.
 */
export type RulesOff = ReadonlySet<string>;

export const allRulesOn: RulesOff = new Set();
