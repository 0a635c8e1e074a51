import { type PoliteNeeds, politePorts } from '../sources/polite-ports.ts';
import type { SiteStudy, StudyRequest } from './site-study.ts';

/** The call of the app that studies a site for a new scraper. */
export const studyCalls = (needs: PoliteNeeds) => ({
  studySite: async (target: string, request: StudyRequest & { readonly signal: AbortSignal }): Promise<SiteStudy> => {
    const { studySite } = await import('./study-site.ts');
    return await studySite(await politePorts(needs, request.signal), target, request);
  },
});
