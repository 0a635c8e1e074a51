import { basename } from 'node:path';

/** Corpora that are scored and never opened: only totals of their pages are printed, and no prediction outlives the run. */
const sealedCorpora: ReadonlySet<string> = new Set(['dragnet', 'l3s-gn1', 'cleanportaleval', 'cleaneval']);

export const isSealed = (folder: string): boolean => sealedCorpora.has(basename(folder));
