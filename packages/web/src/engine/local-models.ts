// Models that only this visit knows, learned here or dropped on the page, by their names in players' specs; and what runs
// neural networks, once fetched. They are kept on the page: an engine worker may be restarted at any time, and is then told of
// them again.

const blobs = new Map<string, Blob>();
const listeners = new Set<(name: string, blob: Blob) => void>();
let wasm: Blob | undefined;
const runtimeListeners = new Set<(wasm: Blob) => void>();

export function localModels(): ReadonlyMap<string, Blob> {
  return blobs;
}

/** A later model of the same name replaces the earlier one. */
export function keepLocalModel(name: string, blob: Blob): void {
  blobs.set(name, blob);
  for (const listener of listeners) listener(name, blob);
}

export function onLocalModel(listener: (name: string, blob: Blob) => void): void {
  listeners.add(listener);
}

/** The wasm of ONNX Runtime, once it is here. */
export function runtime(): Blob | undefined {
  return wasm;
}

export function keepRuntime(blob: Blob): void {
  wasm = blob;
  for (const listener of runtimeListeners) listener(blob);
}

export function onRuntime(listener: (wasm: Blob) => void): void {
  runtimeListeners.add(listener);
}
