import type { Seed } from '../../model/seed/seed.ts';
import type { Stored } from './stored.ts';

export const seedOf = (stored: Stored<Seed>): Seed => ({
  ...stored,
  firstSeenAt: new Date(stored.firstSeenAt),
  seenAt: new Date(stored.seenAt),
  addedAt: stored.addedAt === null ? null : new Date(stored.addedAt),
});
