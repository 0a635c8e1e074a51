import type { AnswerOf } from '../../data/api.ts';

/** An alert. */
export type AlertRow = AnswerOf<'/v1/alerts/{id}'>;
