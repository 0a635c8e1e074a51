import { browsersFor } from '../own-parts.ts';
import type { Way } from '../way.ts';
import { renderAll } from './newshawk.ts';

/** Pages that draw all the time: what frames on demand save. */
export const way: Way = (plan, onPage) => renderAll(plan, onPage, { ...browsersFor(plan), frames: 'continuous' });
