/** Null: the hub took it; else why not. */
export type PingAnswer = string | null;

/**
 * Tells a hub that a feed has changed, as hubs of WebSub and PubSubHubbub take it: it reads the feed then. It never throws. The operator names the hub: it may be on
 * this machine. No answer holds the hub's address, which may have a secret in it.
 */
export async function pingHub(hub: string, topic: string, timeoutMs: number): Promise<PingAnswer> {
  try {
    const response = await fetch(hub, {
      method: 'POST',
      headers: { 'user-agent': 'newshawk-websub' },
      // hubs read the feed's address under one name or the other
      body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.topic': topic, 'hub.url': topic }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    const { name = '', cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
    return name === 'TimeoutError'
      ? `no answer within ${timeoutMs / 1_000} s`
      : (cause?.code ?? 'the connection failed');
  }
}
