import type { WebhookDelivery } from '../model/publish/webhook.ts';

/** Webhook deliveries: what is told to receivers outlives the process that noticed it. */
export interface Deliveries {
  /** Adds deliveries. Those that are there stay as they are. */
  add(deliveries: readonly WebhookDelivery[]): Promise<void>;
  /** Waiting deliveries that are due, the longest due first. Until `until` no other claim gets them: a killed process's ones come again then. */
  claim(request: DeliveryClaim): Promise<WebhookDelivery[]>;
  /** Replaces a delivery after an attempt. */
  save(delivery: WebhookDelivery): Promise<void>;
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
