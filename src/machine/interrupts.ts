/** A terminal and npm may both pass on one Ctrl-C: two signals within this time are one. */
const sameKeypressMs = 300;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * What a launcher (bin/node24.mjs, demo/start.ts) tells the process that it started, over the channel between them: that it is there, and each signal that it
 * gets. Not a signal again: a terminal's Ctrl-C reaches both, and of two signals nobody can tell whether they are one.
 */
export interface LauncherMessage {
  readonly newshawk: 'launched' | StopSignal;
}

/** The presses that came one way. */
class Presses {
  #lastMs = Number.NEGATIVE_INFINITY;
  count = 0;

  add(signal: StopSignal): void {
    // A closing terminal says it more than once, and not at once: it never means "stop at once".
    if (signal === 'SIGHUP' && this.count > 0) return;
    const nowMs = performance.now();
    if (nowMs - this.#lastMs <= sameKeypressMs) return;
    this.#lastMs = nowMs;
    this.count++;
  }
}

/**
 * Calls back at every SIGINT, SIGTERM and first SIGHUP that this process or its launcher gets; one that both get counts once. A launcher that is gone is a
 * reason to stop too: nobody could stop us through it.
 * @returns the way to stop that
 */
export function onInterrupt(callback: () => void): () => void {
  const [direct, passedOn] = [new Presses(), new Presses()];
  let called = 0;
  const add = (way: Presses, signal: StopSignal): void => {
    way.add(signal);
    if (Math.max(direct.count, passedOn.count) === called) return;
    called++;
    callback();
  };
  const onSignal = (signal: NodeJS.Signals): void => add(direct, signal as StopSignal);
  const onGone = (): void => add(passedOn, 'SIGHUP');
  const onMessage = ({ newshawk: message }: Partial<LauncherMessage>): void => {
    if (message === 'launched') process.once('disconnect', onGone);
    else if (message !== undefined) add(passedOn, message);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  process.on('message', onMessage);
  process.channel?.unref();
  return () => {
    for (const signal of stopSignals) process.off(signal, onSignal);
    process.off('message', onMessage).off('disconnect', onGone);
  };
}
