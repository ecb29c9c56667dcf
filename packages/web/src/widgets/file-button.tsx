// A button that lets a person pick a file.

import { useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface FileButtonProps {
  readonly label: string;
  /** What the file is, for screen readers. */
  readonly what: string;
  /** Endings of file names, separated by commas. */
  readonly accept: string;
  onPick(file: File): void;
}

export function FileButton({ label, what, accept, onPick }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => field.current?.click()}>
        <Icon name="open" />
        {label}
      </button>
      <input
        ref={field}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label={what}
        accept={accept}
        onChange={(event) => {
          const [picked] = event.currentTarget.files ?? [];
          if (picked) onPick(picked);
        }}
      />
    </>
  );
}
