import type { Signals } from '../../confidence/signals.ts';
import type { PageEvidence } from '../page-evidence.ts';
import { bodyFeatures } from './body-features.ts';
import type { PageFeatures } from './feature-names.ts';

/** The features of a page, when its body is known. */
export const pageFeatures = (page: PageEvidence, signals: Signals | null): PageFeatures => ({
  ...page.about,
  ...bodyFeatures(page, signals),
});
