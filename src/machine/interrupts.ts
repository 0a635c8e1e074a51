import { createWriteStream, fstatSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Signals within this time count as one Ctrl-C: a terminal and npm may both send it. */
const sameKeypressMs = 300;

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * A message from a launcher (bin/node24.mjs) to the process that it started, over IPC: that it is running, and each signal that it receives.
 * The launcher does not forward the signal itself: the terminal sends Ctrl-C to both processes, and the copy could not be recognised as one.
 */
interface LauncherMessage {
  readonly newshawk: 'launched' | StopSignal;
}

/** The interrupts that arrived by one route. */
class Presses {
  #lastMs = Number.NEGATIVE_INFINITY;
  count = 0;

  add(signal: StopSignal): void {
    // A closing terminal sends SIGHUP several times, with pauses: repeats do not mean "stop now".
    if (signal === 'SIGHUP' && this.count > 0) return;
    const nowMs = performance.now();
    if (nowMs - this.#lastMs <= sameKeypressMs) return;
    this.#lastMs = nowMs;
    this.count++;
  }
}

/**
 * Calls back at every SIGINT, SIGTERM and first SIGHUP that this process or its launcher receives; one that both receive counts once. It also calls back when
 * the launcher disappears, since nobody could stop this process through it any more.
 * @returns a function that stops listening
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
  const onMessage = ({ newshawk: message }: { readonly newshawk?: LauncherMessage['newshawk'] }): void => {
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

/**
 * stdout. For a file it is a stream that repeats partial writes: on a nearly full disk `process.stdout` takes a partial write for a whole one, and the end
 * would be lost without an error.
 */
export function standardOutput(): NodeJS.WritableStream {
  const stats = fstatSync(1);
  const isFile = stats.isFile() || (stats.isCharacterDevice() && !isatty(1));
  return isFile ? createWriteStream('', { fd: 1, autoClose: false }) : process.stdout;
}
