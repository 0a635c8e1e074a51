import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PageResult, WayPlan, WayRequest, WayStarted } from './way.ts';

/** The process of one way. `using` ends it. */
export interface WayProcess extends Disposable {
  readonly way: string;
  readonly pages: number;
  /** CPU milliseconds of a cold start (`WayStarted`). */
  readonly coldMs: number;
  read(request: WayRequest): Promise<PageResult[]>;
}

/** Starts the process of a way and waits for its first page. A process that ends early rejects; its own message is on stderr. */
export async function startWay(plan: WayPlan): Promise<WayProcess> {
  const script = fileURLToPath(new URL('run-way.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(plan)], { serialization: 'advanced' });
  const ended = new AbortController();
  child.once('exit', (code) => ended.abort(new Error(`the process of ${plan.way} ended with code ${code}`)));
  const nextMessage = async (): Promise<unknown> => {
    try {
      const [message] = await once(child, 'message', { signal: ended.signal });
      return message;
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    }
  };
  const { pages, coldMs } = (await nextMessage()) as WayStarted;
  return {
    way: plan.way,
    pages,
    coldMs,
    async read(request) {
      const answer = nextMessage();
      child.send(request);
      return (await answer) as PageResult[];
    },
    [Symbol.dispose]: () => void (child.connected && child.disconnect()),
  };
}
