import { z } from 'zod';
import { record } from '../schema.ts';
/** A host that said when it may be requested again (Retry-After). */
export const hostRestSchema = record({
  /** With port. */
  host: z.string(),
  /** When the rest began. */
  setAt: z.date(),
  until: z.date(),
});
export type HostRest = z.infer<typeof hostRestSchema>;
