import { defineBrowsers } from '../../../src/settings/browsers.ts';
import type { Way } from '../way.ts';
import { renderAll } from './newshawk.ts';

export const way: Way = (plan, onPage) =>
  renderAll(plan, onPage, defineBrowsers({ images: true, block: [], frames: 'continuous' }));
