// Which keys a page may use: those that mean something to the focused element are left to it. Pages with keys of their own (Play,
// Practise, Replay) ask here.

/**
 * A clicked button or switch gives the focus back, so that the next key goes to the board and is not another click. One that was
 * reached by keyboard (its clicks count 0) keeps it, and so does a cell of the editor, where a person types next.
 */
export function giveBack({ detail, target }: MouseEvent): void {
  if (detail === 0 || !(target instanceof Element) || document.querySelector('dialog[open]')) return;
  const button = target.closest<HTMLElement>('button, [role=switch]');
  if (button && !button.closest('.edit-grid')) button.blur();
}

/** Whether the focused element uses the key itself, or a dialog is open. */
export function isKeyTaken({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  const list = target.closest('select');
  if (list && !wasLeft(list)) return true;
  if (target.closest('input[type="text"], input[type="number"], textarea, [contenteditable]')) return true;
  if (target.closest('input[type="range"]')) return key.startsWith('Arrow');
  if (target.closest('input')) return key.startsWith('Arrow') || key === ' ';
  if (key === ' ') return target.closest('button, summary') !== null;
  return key === 'Enter' && target.closest('button, a, summary') !== null;
}

/** A list that was opened by mouse or finger and closed again has no use for keys, though the browser leaves it the focus. */
function wasLeft(list: HTMLSelectElement): boolean {
  // Browsers that cannot tell whether a list is open leave it the keys.
  if (list.dataset['pointed'] === undefined || !CSS.supports('selector(:open)') || list.matches(':open')) return false;
  list.blur();
  return true;
}
