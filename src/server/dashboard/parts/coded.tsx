/** A text in which `commands` are shown as code. */
export const Coded = ({ text }: { readonly text: string }) => (
  // split puts what it captured at the odd places
  <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>
);
