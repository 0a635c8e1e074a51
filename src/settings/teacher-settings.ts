import { intSetting, optionalSetting, secretSetting, setting } from './setting.ts';

const hourMs = 3_600_000;

/** Settings of the teacher (docs/teacher.md). */
export const teacherSettings = {
  teacherUrl: setting<string | null>(
    'NEWSHAWK_TEACHER_URL',
    null,
    'endpoint of a model that labels two or three pages of a new layout: https://models.example/v1/chat/completions; empty: none is asked (docs/teacher.md)',
    (value) => {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value))
        throw new Error('must be an http(s) address: https://models.example/v1/chat/completions');
      return value;
    },
    true,
  ),
  teacherKey: secretSetting('NEWSHAWK_TEACHER_KEY', "the teacher's key, sent as a bearer token"),
  teacherModel: optionalSetting('NEWSHAWK_TEACHER_MODEL', 'name of the model that the teacher is asked for'),
  teacherCallsPerLayout: intSetting('NEWSHAWK_TEACHER_CALLS_PER_LAYOUT', 3, 'calls for one layout of a site', 1, 20),
  teacherCallsPerDay: intSetting('NEWSHAWK_TEACHER_CALLS_PER_DAY', 50, 'calls a day (UTC), all sites together', 0),
  teacherTokensPerSite: intSetting('NEWSHAWK_TEACHER_TOKENS_PER_SITE', 60_000, 'tokens a day for one site', 0),
  teacherTokensPerDay: intSetting('NEWSHAWK_TEACHER_TOKENS_PER_DAY', 500_000, 'tokens a day, all sites together', 0),
  teacherTimeoutMs: intSetting('NEWSHAWK_TEACHER_TIMEOUT_MS', 30_000, 'longest wait for an answer', 100, hourMs),
} as const;
