import type { ComponentChildren } from 'preact';

/** A titled part of a page. */
export const Panel = ({
  title,
  children,
}: {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <section class="panel">
    <h2>{title}</h2>
    {children}
  </section>
);

/** The heading of a page, with what stands beside it. */
export const Head = ({
  title,
  children,
}: {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}) => (
  <div class="head">
    <h1>{title}</h1>
    {children}
  </div>
);
