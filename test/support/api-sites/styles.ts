import type { Style } from './site.ts';
import { assembledStyles } from './styles/assembled.ts';
import { forbiddenStyles } from './styles/forbidden.ts';
import { graphqlStyles } from './styles/graphql.ts';
import { nextData, restStyles } from './styles/rest.ts';

const styles: readonly Style[] = [...restStyles, ...graphqlStyles, nextData, ...assembledStyles, ...forbiddenStyles];

/** The names of all styles: those that can be learned first. */
export const styleNames: readonly string[] = styles.map(({ name }) => name);
export const learnableStyles: readonly string[] = styles.filter(({ learnable }) => learnable).map(({ name }) => name);

/** @throws RangeError for an unknown name, with the names there are */
export function styleOf(name: string): Style {
  const style = styles.find((candidate) => candidate.name === name);
  if (style === undefined) throw new RangeError(`there is no style ${name}; styles: ${styleNames.join(', ')}`);
  return style;
}
