import type { ComponentChildren } from 'preact';
import { Coded } from './inline.tsx';

/** Title, content of the cell, and class: `number`, `nowrap`, `wide`, `address`. */
export type TableColumn<Row> = readonly [title: string, cell: (row: Row) => ComponentChildren, className?: string];

interface TableProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** For screen readers. */
  readonly caption: string;
  readonly empty?: string;
}

/** Narrow windows show each row as a card, with the titles beside the cells. */
export function Table<Row>({ columns, rows, caption, empty = 'Nothing yet.' }: TableProps<Row>) {
  if (rows.length === 0)
    return (
      <p class="empty">
        <Coded text={empty} />
      </p>
    );
  return (
    <div class="scroll">
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(([title, , className]) => (
              <th key={title} scope="col" class={className}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map(([title, cell, className]) => (
                <td key={title} data-label={title} class={className}>
                  <div class="cell">{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
