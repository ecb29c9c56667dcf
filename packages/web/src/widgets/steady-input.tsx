// A field whose value is set only when it changes: what a person is typing stays, however often the page is redrawn meanwhile.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type SteadyInputProps = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, 'value'> & { readonly value: string };

export function SteadyInput({ value, ...rest }: SteadyInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current!.value = value;
  }, [value]);
  return <input ref={field} {...rest} />;
}
