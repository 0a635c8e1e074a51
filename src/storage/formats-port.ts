import type { FormatEvidence } from '../model/page/format-evidence.ts';

/** What is known of URL formats: whether a static fetch gives what a browser gives. Written by `commit`. */
export interface Formats {
  get(host: string, format: string): Promise<FormatEvidence | null>;
  /** How many formats of the host are known. */
  count(host: string): Promise<number>;
}
