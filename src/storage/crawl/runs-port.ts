import type { Run } from '../../model/crawl/run.ts';

export interface Runs {
  start(run: Run): Promise<void>;
  finish(id: string, at: Date): Promise<void>;
  /** Runs that were never finished, newest first. */
  unfinished(): Promise<Run[]>;
  /** Gives an unfinished run to another owner. @returns false where it is finished, or not `from`'s any more: another process was first */
  takeOver(id: string, owners: { readonly from: string; readonly to: string }): Promise<boolean>;
  list(limit: number): Promise<Run[]>;
}
