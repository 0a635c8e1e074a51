import type { WebhookDelivery } from '../model/publish/webhook.ts';

/** Webhook deliveries: what is told to receivers outlives the process that noticed it. */
export interface Deliveries {
  /** Adds deliveries. Those that are there stay as they are. */
  add(deliveries: readonly WebhookDelivery[]): Promise<void>;
  /** By their ids, in any order; those that are missing are left out. */
  get(ids: readonly string[]): Promise<WebhookDelivery[]>;
  /** Waiting deliveries that are due, the longest due first. Until `until` no other claim gets them: a killed process's ones come again then. */
  claim(request: DeliveryClaim): Promise<WebhookDelivery[]>;
  /** Replaces a delivery after an attempt. */
  save(delivery: WebhookDelivery): Promise<void>;
  /**
   * Makes one delivery of many happenings: adds it where it is not there, else it waits again, with the new event. One that waits for its first attempt keeps
   * its time where that is earlier; one that failed before is due at `retryAt` or at its time, whichever is earlier, with the attempts that it had.
   */
  rearm(deliveries: readonly WebhookDelivery[], retryAt: Date): Promise<void>;
  /** Replaces a claimed delivery after an attempt, unless it was made due again meanwhile: then it comes again. @returns whether it was replaced */
  settle(claimed: WebhookDelivery, ended: WebhookDelivery): Promise<boolean>;
  /** Deliveries of these states wait, due at `now`, with all attempts before them. @param receiver null: of any @returns how many */
  retry(states: readonly ('waiting' | 'failed')[], receiver: string | null, now: Date): Promise<number>;
  /** Newest event first. */
  list(filter: { readonly state?: WebhookDelivery['state']; readonly limit: number }): Promise<WebhookDelivery[]>;
  counts(): Promise<
    readonly { readonly receiver: string; readonly state: WebhookDelivery['state']; readonly count: number }[]
  >;
  /** Forgets delivered ones. @returns how many */
  deleteDelivered(before: Date): Promise<number>;
  /** Forgets all of a receiver. @returns how many */
  deleteOf(receiver: string): Promise<number>;
}

export interface DeliveryClaim {
  readonly receivers: readonly string[];
  readonly now: Date;
  readonly until: Date;
  readonly limit: number;
}
