/** A word in a coloured frame. @param kind gives the colour; default: the word */
export const Badge = ({ text, kind = text }: { readonly text: string; readonly kind?: string }) => (
  <span class={`badge is-${kind.replace(/[^a-z-]/gi, '')}`}>{text}</span>
);
