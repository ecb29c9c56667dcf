// What went wrong, in words, and what kind of failure it is.

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the browser's storage is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
