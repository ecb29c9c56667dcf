export function openRecordText(_text: string): string | undefined {
  return 'records cannot be read yet';
}
