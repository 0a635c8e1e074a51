// Pages of systems that real sites use, some of each. Systems are drawn whole into a half: what is learned from one half has never seen the markup of the other.
import { type Half, halfOf } from '../totals.ts';
import { Draw } from '../types/draw.ts';
import type { TypedPage } from '../types/generate.ts';
import { languages } from '../types/words.ts';
import { boards } from './boards.ts';
import { controls } from './controls.ts';
import { challenges, consents, logins } from './gates.ts';
import { indexes } from './indexes.ts';
import { manuals } from './manuals.ts';
import { companies, shops } from './offers.ts';
import { threads } from './threads.ts';

const systems = [controls, boards, threads, indexes, shops, manuals, companies, challenges, logins, consents].flat();
const pagesOfSystem = 6;
const seeds: Readonly<Record<Half, number>> = { open: 61_207, sealed: 770_903 };

/** The pages of the systems of a half. */
export const systemPages = (half: Half): TypedPage[] =>
  systems
    .filter(({ name, type }) => halfOf(`${type} ${name}`) === half)
    .flatMap(({ name, type, page }, place) =>
      Array.from({ length: pagesOfSystem }, (_, at) => {
        const language = languages[(place * 5 + at * 2) % languages.length] ?? 'en';
        const draw = new Draw(language, seeds[half] + place * 1_009 + at * 31);
        return { ...page(draw), family: name, id: `${name.replaceAll(' ', '-')}-${at}`, type, language };
      }),
    );
