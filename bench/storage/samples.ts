/** Wall-clock and CPU time (this process, user and system) of calls, ms each. CPU is what the load of the machine does not touch. */
export class Samples {
  readonly #wall: number[] = [];
  readonly #cpu: number[] = [];
  #units = 0;

  /** @param units of work in this call: entries, endings */
  async measure<T>(units: number, work: () => Promise<T>): Promise<T> {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    this.#wall.push(performance.now() - begun);
    this.#cpu.push((user + system) / 1_000);
    this.#units += units;
    return result;
  }

  get result(): Measured {
    const [wall, cpu] = [this.#wall.toSorted(ascending), this.#cpu.toSorted(ascending)];
    return {
      calls: wall.length,
      p50Ms: at(wall, 0.5),
      p99Ms: at(wall, 0.99),
      cpuP50Ms: at(cpu, 0.5),
      cpuP99Ms: at(cpu, 0.99),
      perSecond: (1_000 * this.#units) / sum(wall),
      perCpuSecond: (1_000 * this.#units) / sum(cpu),
    };
  }
}

export interface Measured {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuP50Ms: number;
  readonly cpuP99Ms: number;
  /** Units per second of wall-clock time. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

const ascending = (a: number, b: number) => a - b;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
