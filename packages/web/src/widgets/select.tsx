// A list to choose from. Opened by mouse or finger, it gives up the focus after the choice, even if a key makes it, so
// that the next arrow key moves the board and not the list; reached by keyboard, it keeps the focus.

interface SelectProps {
  /** For a list without a label beside it. */
  readonly label?: string;
  readonly value: string;
  /** A value outside the choices is shown as it is. */
  readonly choices: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

export function Select({ label, value, choices, onChange }: SelectProps) {
  const known = choices.some(([choice]) => choice === value);
  return (
    <select
      aria-label={label}
      value={value}
      onPointerDown={(event) => (event.currentTarget.dataset['pointed'] = '')}
      onBlur={(event) => delete event.currentTarget.dataset['pointed']}
      onChange={(event) => {
        if (event.currentTarget.dataset['pointed'] !== undefined) event.currentTarget.blur();
        onChange(event.currentTarget.value);
      }}
    >
      {!known && <option value={value}>{value}</option>}
      {choices.map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label}
        </option>
      ))}
    </select>
  );
}
