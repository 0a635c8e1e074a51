const hourMs = 3_600_000;

/** An hour, its day, and 32 days. */
export const hourWidths = [1, 24, 768] as const;

/** Hours since 1970. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** The first hour that begins at this time or later. */
export const hourFrom = (at: Date): number => Math.ceil(at.getTime() / hourMs);

export const startOf = (hour: number): Date => new Date(hour * hourMs);

/** Expression: `hourOf` a field. */
export const hourExpression = (field: `$${string}`) => ({
  $toInt: { $floor: { $divide: [{ $toLong: field }, hourMs] } },
});

/** The years 1 to 9999, hours: some servers take no other dates. */
const [firstHour, lastHour] = [-17_259_888, 70_389_527];

/** Query: the dates in these hours. @param to excluded */
export const inHours = (from: number, to: number) => ({
  $gte: startOf(Math.max(from, firstHour)),
  $lt: startOf(Math.min(to, lastHour)),
});
