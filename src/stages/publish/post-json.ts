/** Where messages are posted. The operator names it: it may be on this machine. */
export interface PostTarget {
  readonly url: string;
  readonly timeoutMs: number;
}

/** What came of one attempt to tell a receiver. */
export type DeliveryAnswer =
  | { readonly kind: 'taken' }
  | {
      readonly kind: 'failed';
      readonly detail: string;
      /** No later attempt can succeed. */
      readonly isFinal: boolean;
    };

/** Posts JSON. It never throws. No detail holds the address, which may have a secret in it. */
export async function postJson(
  { url, timeoutMs }: PostTarget,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<DeliveryAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'newshawk-webhooks', ...headers },
      body,
      // the message is for this address only
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (response.ok) return { kind: 'taken' };
    const { status } = response;
    return { kind: 'failed', detail: `it answered ${status}`, isFinal: status === 410 };
  } catch (error) {
    const { name = '', cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
    const detail =
      name === 'TimeoutError' ? `no answer within ${timeoutMs / 1_000} s` : (cause?.code ?? 'the connection failed');
    return { kind: 'failed', detail, isFinal: false };
  }
}
