import { randomBytes } from 'node:crypto';

/** The name under which the hooks hide in a page: 96 random bits, so the page's own scripts can't find them. */
export const hookKey = (): string => randomBytes(12).toString('hex');
