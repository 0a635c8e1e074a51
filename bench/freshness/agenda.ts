/** A queue of numbered things by time: a binary heap. */
export class Agenda {
  readonly #times: Float64Array;
  readonly #heap: number[] = [];

  constructor(size: number) {
    this.#times = new Float64Array(size);
  }

  /** Adds a thing that is not queued. */
  add(id: number, at: number): void {
    this.#times[id] = at;
    let place = this.#heap.push(id) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(parent) <= at) break;
      this.#heap[place] = this.#heap[parent] ?? 0;
      place = parent;
    }
    this.#heap[place] = id;
  }

  /** Takes the first thing with its time; null: none is before `end`. */
  next(end: number): { readonly id: number; readonly at: number } | null {
    const [id] = this.#heap;
    if (id === undefined || this.#at(0) >= end) return null;
    const at = this.#at(0);
    const last = this.#heap.pop() ?? 0;
    if (this.#heap.length > 0) this.#sink(last);
    return { id, at };
  }

  #sink(id: number): void {
    const heap = this.#heap;
    const at = this.#times[id] ?? 0;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#at(child + 1) < this.#at(child)) child += 1;
      if (this.#at(child) >= at) break;
      heap[place] = heap[child] ?? 0;
      place = child;
    }
    heap[place] = id;
  }

  #at(place: number): number {
    return this.#times[this.#heap[place] ?? 0] ?? 0;
  }
}
