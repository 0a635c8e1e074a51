import type { AnswerOf, ApiSchemas } from '../../data/api.ts';

/** A learned site. */
export type WrapperSite = ApiSchemas['WrapperSite'];
export type Version = WrapperSite['versions'][number];

export type WrapperSitePage = AnswerOf<'/v1/wrappers/{site}'>;

export const liveVersion = ({ live, versions }: WrapperSite): Version | undefined =>
  versions.find(({ version }) => version === live);
