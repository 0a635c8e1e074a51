export type Half = 'open' | 'sealed';

/** The half that a theme belongs to: fixed, and as good as drawn. */
export function halfOf(name: string): Half {
  let hash = 2_166_136_261;
  for (const letter of `unseen ${name}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  hash ^= hash >>> 15;
  return (Math.imul(hash, 0x2c1b3c6d) >>> 16) % 2 === 0 ? 'open' : 'sealed';
}

/** Right answers by name, and by the confidence that they came with. Only sums leave it. */
export class Totals {
  readonly #rows = new Map<string, { right: number; of: number }>();
  readonly #notes: string[] = [];
  readonly #bins = new Map<string, { right: number; of: number }>();

  note(name: string, value: string): void {
    this.#notes.push(`${name}: ${value}`);
  }

  count(name: string, isRight: boolean): void {
    add(this.#rows, name, isRight);
  }

  /** Null: the field came without confidence. */
  bin(confidence: number | null, isRight: boolean): void {
    add(
      this.#bins,
      confidence === null ? 'none' : `${(Math.floor(Math.min(confidence, 0.999) * 5) / 5).toFixed(1)}+`,
      isRight,
    );
  }

  print(title: string): void {
    console.log(`\n${title} (${this.#notes.join(', ')})`);
    console.table(table(this.#rows));
    if (this.#bins.size > 0) {
      console.log('right by confidence');
      console.table(table(this.#bins));
    }
  }
}

type Rows = Map<string, { right: number; of: number }>;

function add(rows: Rows, name: string, isRight: boolean): void {
  const { right, of } = rows.get(name) ?? { right: 0, of: 0 };
  rows.set(name, { right: right + (isRight ? 1 : 0), of: of + 1 });
}

const table = (rows: Rows): Record<string, { right: number; of: number; share: string }> =>
  Object.fromEntries(
    [...rows].toSorted().map(([name, { right, of }]) => [name, { right, of, share: (right / of).toFixed(3) }]),
  );
