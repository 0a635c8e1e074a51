import type { ComponentChildren } from 'preact';
import { address, go } from '../shell/route.ts';

interface FilterFormProps {
  /** Name of the page that is filtered. */
  readonly page: string;
  readonly children: ComponentChildren;
}

/** A form whose fields become the parameters of the page. A choice takes effect at once, typed text with Enter. */
export function FilterForm({ page, children }: FilterFormProps) {
  const apply = (form: HTMLFormElement): void => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
    go(address(page, Object.fromEntries(fields)));
  };
  return (
    <search>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          apply(event.currentTarget);
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply(event.currentTarget);
        }}
      >
        {children}
        <button type="submit">Filter</button>
      </form>
    </search>
  );
}
