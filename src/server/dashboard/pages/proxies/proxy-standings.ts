import type { AnswerOf } from '../../data/api.ts';

export type ProxyStandings = AnswerOf<'/v1/proxies'>;

/** How a proxy's check went, as the filter names it. */
export const checkOf = ({ check }: ProxyStandings['items'][number]): string =>
  check === null ? 'not checked' : (check.fault ?? 'good');
