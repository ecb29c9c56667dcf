// Gives a person a file to keep: the browser downloads it.

/** The browser reads the blob after the click, so its address must live until then. */
const KEEP_MS = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
