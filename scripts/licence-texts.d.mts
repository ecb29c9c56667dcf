export function packageOf(module: string): string | undefined;
export function noticesOf(folders: Iterable<string>): string;
