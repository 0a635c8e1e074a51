import type { App } from '../../app.ts';
import { QueueError } from '../../errors.ts';

/** How the queue stands now, from here. */
export interface QueueStanding {
  readonly answers: boolean;
  /** Without credentials. */
  readonly says: string;
}

/** Null: there is none. An absent server is noticed within some seconds. */
export async function queueStanding({ queue }: Pick<App, 'queue'>): Promise<QueueStanding | null> {
  try {
    const opened = await queue();
    return opened === null ? null : { answers: true, says: `${opened.location} answers` };
  } catch (error) {
    if (error instanceof QueueError) return { answers: false, says: error.message };
    throw error;
  }
}
