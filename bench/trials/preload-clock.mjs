// Loaded into a process under trial (NODE_OPTIONS=--import): its wall clock is off by what a file says, in milliseconds. Monotonic readings stay true, as
// when a machine's clock is set.
import { readFileSync } from 'node:fs';

const TrueDate = Date;
const trueNow = Date.now.bind(Date);
let [offsetMs, readAt] = [0, Number.NEGATIVE_INFINITY];

function steppedNow() {
  if (performance.now() - readAt > 100) {
    readAt = performance.now();
    try {
      offsetMs = Number(readFileSync(process.env.TRIAL_CLOCK_FILE, 'utf8')) || 0;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return trueNow() + offsetMs;
}

class SteppedDate extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(steppedNow());
    else super(...parts);
  }
  static now() {
    return steppedNow();
  }
}

globalThis.Date = SteppedDate;
