const hasZone = /(z|[+-]\d{2}:?\d{2}|\b(gmt|utc?|[ecmp][sd]t))$/i;

/**
 * A feed's or sitemap's date as ISO 8601: the day alone where no more is said, else in UTC; a time without a zone is taken for UTC. Null: no date, or one
 * that names no day (a bare year or month is not made into its first day).
 */
export function isoDate(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  if (/^\d{4}(-\d{2})?$/.test(trimmed)) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed)) return Number.isNaN(Date.parse(trimmed)) ? null : trimmed;
  const zoned = hasZone.test(trimmed) ? trimmed : `${trimmed}${/^\d{4}-\d{2}-\d{2}T/.test(trimmed) ? 'Z' : ' UTC'}`;
  const at = Date.parse(zoned);
  return trimmed === '' || Number.isNaN(at) ? null : new Date(at).toISOString();
}
