/** A terminal and npm may both pass on one Ctrl-C: two signals within this time are one. */
const sameKeypressMs = 300;

/** Calls back at every SIGINT and SIGTERM. @returns the way to stop that */
export function onInterrupt(callback: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const listener = () => {
    const now = performance.now();
    if (now - last <= sameKeypressMs) return;
    last = now;
    callback();
  };
  process.on('SIGINT', listener).on('SIGTERM', listener);
  return () => process.off('SIGINT', listener).off('SIGTERM', listener);
}
