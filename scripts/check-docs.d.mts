export interface Check {
  readonly page: string;
  readonly seconds: number;
  readonly commands: readonly { readonly command: string; readonly output?: string }[];
  readonly facts: readonly { readonly field: string; readonly text: string }[];
}
export function pagesWithNumbers(): string[];
export function checksOf(page: string, markdown: string): Check[];
export function differences(check: Check): string[];
export function plain(text: string): string;
