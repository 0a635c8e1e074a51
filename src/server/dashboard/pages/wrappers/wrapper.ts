import type { LayoutDrift, SiteLearning, WrapperVersion } from '../../../../model/wrapper/site-learning.ts';
import type { Json } from '../../data/json.ts';

/** A learned site as GET /v1/wrappers has it. */
export interface WrapperSite extends Json<Pick<SiteLearning, 'site' | 'live' | 'isPinned' | 'drifts' | 'updatedAt'>> {
  readonly state: 'live' | 'drift' | 'refused' | 'collecting';
  readonly detail: string;
  readonly drift: Json<LayoutDrift> | null;
  readonly samples: number;
  readonly versions: readonly Version[];
}

export type Version = Json<
  Pick<WrapperVersion, 'version' | 'learnedAt' | 'pages' | 'correctedPages' | 'verdict' | 'validFrom' | 'validUntil'>
>;

/** As GET /v1/wrappers/:site has it. */
export interface WrapperSitePage {
  readonly site: WrapperSite;
  readonly pages: readonly { readonly url: string; readonly at: string }[];
  readonly corrections: readonly {
    readonly url: string;
    readonly by: string;
    readonly at: string;
    readonly fields: readonly string[];
  }[];
  /** The live wrapper; null: none. */
  readonly wrapper: unknown;
}

export const pathOf = (site: string): string => `/v1/wrappers/${encodeURIComponent(site)}`;

export const liveVersion = ({ live, versions }: WrapperSite): Version | undefined =>
  versions.find(({ version }) => version === live);
