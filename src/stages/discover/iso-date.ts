const hasZone = /(z|[+-]\d{2}:?\d{2}|\b(gmt|utc?|[ecmp][sd]t))$/i;

/**
 * The date of a feed or sitemap as ISO 8601: a day without a time stays a day, other dates are in UTC; a time without a zone counts as UTC. Null: no valid date,
 * or a year or month without a day.
 */
export function isoDate(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  if (/^\d{4}(-\d{2})?$/.test(trimmed)) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return Number.isNaN(Date.parse(trimmed)) ? null : trimmed;
  const zoned = hasZone.test(trimmed) ? trimmed : `${trimmed}${/^\d{4}-\d{2}-\d{2}T/.test(trimmed) ? 'Z' : ' UTC'}`;
  const at = Date.parse(zoned);
  return trimmed === '' || Number.isNaN(at) ? null : new Date(at).toISOString();
}
