import { StoreDown } from '../../errors.ts';

/** How long the store may take to answer, ms: well below the time limits of load balancers and of Prometheus (10 s). */
const limitMs = 2_000;

/** @returns what the store answers @throws StoreDown where it takes longer: the driver would wait for a frozen server for 40 s */
export async function storeAnswer<T>(ask: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new StoreDown(`it does not answer within ${limitMs / 1_000} s`, { isAway: true })),
    limitMs,
  );
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
