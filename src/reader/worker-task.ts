import type { Reading, Weighing } from '../model/article/draft.ts';
import type { ListApiSample } from '../model/page/list-api.ts';
import type { NetworkEntry } from '../model/page/page.ts';
import type { ApiSample } from '../model/page/page-api.ts';
import type { Snapshot } from '../model/page/snapshot.ts';
import type { ListReading, ListText } from '../model/web/list-reading.ts';
import type { PageBlocks } from '../model/wrapper/page-blocks.ts';
import type { PageProfile } from '../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import type {
  AnsweredList,
  AnsweredPage,
  MediaFinding,
  PageToCorrect,
  PageToProfile,
  ReadOptions,
  SiteToLearn,
  WholeText,
} from '../ports.ts';
import type { LoadedScrapers } from './site-brief.ts';

/** What a reader's thread is asked to do. */
export type WorkerTask =
  | { readonly kind: 'read'; readonly snapshot: Snapshot; readonly options: ReadOptions }
  | {
      readonly kind: 'media';
      readonly page: { readonly html: string; readonly finalUrl: string; readonly network: readonly NetworkEntry[] };
    }
  | { readonly kind: 'list'; readonly list: ListText }
  | { readonly kind: 'weigh'; readonly text: WholeText }
  | { readonly kind: 'answers'; readonly page: AnsweredPage }
  | { readonly kind: 'list-answers'; readonly list: AnsweredList }
  | { readonly kind: 'profile'; readonly page: PageToProfile }
  | { readonly kind: 'blocks'; readonly page: PageToCorrect }
  | { readonly kind: 'learn'; readonly site: SiteToLearn }
  | { readonly kind: 'ready' }
  | { readonly kind: 'scrapers' };

/** What it answers. */
export type WorkerValue =
  | Reading
  | Weighing
  | MediaFinding
  | ListReading
  | ApiSample
  | ListApiSample
  | PageBlocks
  | PageProfile
  | JudgedWrapper
  | LoadedScrapers
  | null;
