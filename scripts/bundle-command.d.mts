export function bundleCommand(): Promise<{ readonly path: string; close(): Promise<void> }>;
