import { z } from 'zod';
import { ToolError } from './tool.ts';

/** The address of a page. */
export const addressInput = z
  .string()
  .max(8_192)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: 'write an http(s) address in full, such as https://example.com/page',
  });

export const renderInput = z
  .enum(['auto', 'static', 'browser'])
  .default('auto')
  .describe('auto: a plain request, and a real browser where that gives too little; browser: always the browser');

/** @throws ToolError */
export function parseSince(text: string, now: Date): Date {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([mhd])$/.exec(text) ?? [];
  const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  const at = amount === undefined ? new Date(text) : new Date(now.getTime() - Number(amount) * (unitsMs[unit] ?? 0));
  if (Number.isNaN(at.getTime()) || (amount === undefined && !/^\d{4}-\d\d/.test(text)))
    throw new ToolError(`since: "${text}" is neither a date (2026-11-21, 2026-11-21T10:00Z) nor an age (90m, 2h, 7d).`);
  return at;
}
