interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly values: readonly string[];
  /** Empty: none. */
  readonly chosen: string;
  /** Text of the choice of none. */
  readonly all?: string;
}

/** A field that takes one of some values, or all. A value that is chosen but not among them is offered too. */
export const Choice = ({ label, name, values, chosen, all = 'all' }: ChoiceProps) => (
  <label>
    {label}
    <select name={name} value={chosen}>
      <option value="">{all}</option>
      {[...new Set([...values, chosen])]
        .filter((value) => value !== '')
        .map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
    </select>
  </label>
);
