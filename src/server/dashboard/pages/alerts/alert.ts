import type { Alert } from '../../../../model/publish/alert.ts';
import type { Json } from '../../data/json.ts';

/** An alert as GET /v1/alerts has it. */
export type AlertRow = Json<Omit<Alert, 'telling' | 'version'>>;
