// A dialog that comes up from the lower edge on a phone and appears in the middle of a wide screen. It is the browser's own
// dialog: Escape closes it, and the focus stays within and returns to where it was.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { Said } from './said.tsx';

interface SheetProps {
  readonly title: string;
  readonly open: boolean;
  onClose(): void;
  readonly children: ComponentChildren;
}

export function Sheet({ title, open, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      class="sheet"
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div class="sheet-body">
          <header>
            <h2>{title}</h2>
            <button type="button" class="plain" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {/* Anything said outside an open dialog is dim and out of reach. */}
          <Said />
          {children}
        </div>
      )}
    </dialog>
  );
}
