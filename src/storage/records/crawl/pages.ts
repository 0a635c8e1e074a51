import type { PageState } from '../../../model/page/page-state.ts';
import type { Stored } from '../stored.ts';

export const pageStateOf = (stored: Stored<PageState>): PageState => ({
  ...stored,
  lastVisitAt: new Date(stored.lastVisitAt),
  nextVisitAt: new Date(stored.nextVisitAt),
});
