interface TraceProps {
  readonly lines: readonly { readonly rule: string; readonly why: string }[];
  readonly empty: string;
}

/** What each rule of extraction did, and why. */
export const Trace = ({ lines, empty }: TraceProps) =>
  lines.length === 0 ? (
    <p class="empty">{empty}</p>
  ) : (
    <ol class="trace">
      {lines.map(({ rule, why }) => (
        <li>
          <code>{rule}</code> {why}
        </li>
      ))}
    </ol>
  );
