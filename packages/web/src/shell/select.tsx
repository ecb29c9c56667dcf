// A list to choose from. Chosen with the mouse or a finger it gives the focus back, so that the next arrow key is a move on
// the board and not another choice; reached by keyboard it keeps it.

import { useRef } from 'preact/hooks';

interface SelectProps {
  readonly value: string;
  /** A value that is not among the choices is shown as it is. */
  readonly choices: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

export function Select({ value, choices, onChange }: SelectProps) {
  const pointed = useRef(false);
  const known = choices.some(([choice]) => choice === value);
  return (
    <select
      value={value}
      onPointerDown={() => (pointed.current = true)}
      onKeyDown={() => (pointed.current = false)}
      onChange={(event) => {
        if (pointed.current) event.currentTarget.blur();
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
