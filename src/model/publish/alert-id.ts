import { createHash } from 'node:crypto';
import type { Alert } from './alert.ts';

/** Twelve digits: a person can type them. Not in `alert.ts`: the dashboard loads that file, and browsers have no `node:crypto`. */
export const alertId = ({ kind, rule, subject }: Pick<Alert, 'kind' | 'rule' | 'subject'>): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, rule, subject]))
    .digest('hex')
    .slice(0, 12);
