import type { Config } from '../../settings/config.ts';
import type { RateSettings } from './rate-limits.ts';
import type { TokenSettings } from './tokens.ts';

export type AccessSettings = Pick<Config, 'httpHost' | 'httpHosts' | 'publicUrl' | 'publicFeeds'> &
  TokenSettings &
  RateSettings;
