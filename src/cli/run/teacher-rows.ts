import type { TeacherStanding } from '../../model/wrapper/teacher-standing.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

export function teacherRows(standing: TeacherStanding | null): string[][] {
  if (standing === null) return [];
  const { sites, calls, callsToday, tokensToday, dropped, failures, lastFailure } = standing;
  const failed = Object.entries(failures).map(([name, count]) => `, ${countText(count)} ${name}`);
  return [
    [
      'teacher',
      `${countText(calls)} calls for ${countText(sites)} sites, today ${countText(callsToday)} with ${countText(tokensToday)} tokens; ${countText(dropped)} labels not in the page${failed.join('')}`,
    ],
    ...(lastFailure === null
      ? []
      : [
          ['  last failure', `${lastFailure.site}, ${minuteText(new Date(lastFailure.at))} UTC: ${lastFailure.detail}`],
        ]),
  ];
}
