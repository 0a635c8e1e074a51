/** What compose files are written in: the part of YAML that ours use (block maps and lists, flow lists, quotes, anchors, merges). */
export type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** @throws Error at what is not in that part */
export function parseYaml(source: string): Yaml {
  const lines = source
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const reader = new Reader(lines);
  const value = reader.block(0);
  if (reader.next !== undefined) throw new Error(`not read: ${reader.next.text}`);
  return value;
}

class Reader {
  readonly #lines: Line[];
  readonly #anchors = new Map<string, Yaml>();

  constructor(lines: readonly Line[]) {
    this.#lines = [...lines];
  }

  get next(): Line | undefined {
    return this.#lines[0];
  }

  /** A map or a list, whichever its first line begins. */
  block(indent: number): Yaml {
    return this.next?.text.startsWith('- ') ? this.#list(indent) : this.#map(indent);
  }

  #list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    for (let line = this.next; line?.indent === indent && line.text.startsWith('- '); line = this.next) {
      const text = line.text.slice(2);
      if (/^[\w-]+: /.test(text)) {
        this.#lines[0] = { indent: indent + 2, text };
        items.push(this.#map(indent + 2));
      } else {
        this.#lines.shift();
        items.push(this.#value(text));
      }
    }
    return items;
  }

  #map(indent: number): Record<string, Yaml> {
    const own: Record<string, Yaml> = {};
    let merged: object = {};
    for (let line = this.next; line?.indent === indent && !line.text.startsWith('- '); line = this.next) {
      this.#lines.shift();
      const [, key = '', anchor, text = ''] = /^([\w<.-]+):(?: &(\w+))?(?: (.*))?$/.exec(line.text) ?? [];
      if (key === '' || key in own) throw new Error(`no key, or there twice: ${line.text}`);
      const isBlock = text === '' && (this.next?.indent ?? -1) > indent;
      const value = isBlock ? this.block(this.next?.indent ?? 0) : this.#value(text);
      if (anchor !== undefined) this.#anchors.set(anchor, value);
      if (key === '<<') merged = value as object;
      else own[key] = value;
    }
    return { ...merged, ...own };
  }

  #value(text: string): Yaml {
    if (text === '') return null;
    if (text.startsWith('*')) {
      const value = this.#anchors.get(text.slice(1));
      if (value === undefined) throw new Error(`no anchor ${text}`);
      return value;
    }
    if (text.startsWith('[')) return this.#flowList(text);
    return scalar(text);
  }

  #flowList(text: string): Yaml[] {
    if (!text.endsWith(']')) throw new Error(`a list over several lines: ${text}`);
    const items = text.slice(1, -1).match(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,\s][^,]*/g) ?? [];
    return items.map((item) => scalar(item.trim()));
  }
}

function scalar(text: string): Yaml {
  if (text.startsWith('"')) return JSON.parse(text) as string;
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (/ #/.test(text)) throw new Error(`a comment behind a value: ${text}`);
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
