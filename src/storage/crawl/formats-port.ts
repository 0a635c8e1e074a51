import type { FormatEvidence } from '../../model/page/format-evidence.ts';

/** Evidence by URL format: whether a static fetch gives the same as a browser. Written by `commit`. */
export interface Formats {
  get(host: string, format: string): Promise<FormatEvidence | null>;
  /** All of the host, by format: a few hundred at most. */
  ofHost(host: string): Promise<FormatEvidence[]>;
  /** Number of formats of the host. */
  count(host: string): Promise<number>;
}
