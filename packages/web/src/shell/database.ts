// The browser's database (IndexedDB) by promises: what the app keeps between visits, for the page and its workers alike. Each
// entry of a store is one plain object; a transaction is written whole or not at all, even if the browser is killed meanwhile.
// ARCHITECTURE.md, "What the app keeps", says what each store has.

const NAME = 'afterstate';
const VERSION = 4;

/** The stores, each with the field or fields that identify an entry. */
export const STORES = {
  /** Settings, best scores, choices: small things by name. */
  entries: 'name',
  games: 'id',
  analyses: 'id',
  tournaments: 'id',
  /** What auto-run has reached, for each game and player. */
  statistics: ['game', 'player'],
  /** Positions to practise, and when they come back. */
  notebook: 'id',
  /** Networks that were learned here, opened or taken from a run. */
  models: 'name',
  /** Trainings: what is learned and how far it has come. */
  learning: 'id',
  /** The weights of trainings, in parts. */
  weights: ['id', 'save', 'part'],
} as const satisfies Readonly<Record<string, string | readonly string[]>>;

export type StoreName = keyof typeof STORES;
export const STORE_NAMES = Object.keys(STORES) as readonly StoreName[];

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    // If a browser forbids the database, even this may throw.
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => {
      for (const name of STORE_NAMES) {
        if (request.result.objectStoreNames.contains(name)) continue;
        const keyPath = STORES[name];
        request.result.createObjectStore(name, { keyPath: typeof keyPath === 'string' ? keyPath : [...keyPath] });
      }
    });
    request.addEventListener('success', () => {
      const database = request.result;
      // A later version of the app, in another tab, may change the stores; the next request reopens the database.
      database.addEventListener('versionchange', () => {
        database.close();
        opening = undefined;
      });
      database.addEventListener('close', () => (opening = undefined));
      resolve(database);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('the database cannot be opened')));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** What a transaction may do; await each answer, and nothing else within it. */
export interface Transaction {
  get<T>(store: StoreName, key: IDBValidKey): Promise<T | undefined>;
  all<T>(store: StoreName, range?: IDBKeyRange): Promise<T[]>;
  keys(store: StoreName, range?: IDBKeyRange): Promise<IDBValidKey[]>;
  put(store: StoreName, entry: object): void;
  delete(store: StoreName, key: IDBValidKey | IDBKeyRange): void;
}

/** Resolves once everything is written; if anything fails, nothing is. */
export async function transact<T>(
  stores: StoreName | readonly StoreName[],
  mode: 'readonly' | 'readwrite',
  work: (transaction: Transaction) => Promise<T> | T,
): Promise<T> {
  const database = await open();
  const transaction = database.transaction(stores, mode);
  const ended = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the database gave up')));
  });
  // The first failure is reported below.
  ended.catch(() => undefined);
  const asked = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('the database failed')));
    });
  let result: T;
  try {
    result = await work({
      get: (store, key) => asked(transaction.objectStore(store).get(key)),
      all: (store, range) => asked(transaction.objectStore(store).getAll(range)),
      keys: (store, range) => asked(transaction.objectStore(store).getAllKeys(range)),
      put: (store, entry) => void transaction.objectStore(store).put(entry),
      delete: (store, key) => void transaction.objectStore(store).delete(key),
    });
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended already, by the same error.
    }
    throw error;
  }
  await ended;
  return result;
}

export function get<T>(store: StoreName, key: IDBValidKey): Promise<T | undefined> {
  return transact(store, 'readonly', (transaction) => transaction.get<T>(store, key));
}

export function all<T>(store: StoreName): Promise<T[]> {
  return transact(store, 'readonly', (transaction) => transaction.all<T>(store));
}

export function put(store: StoreName, ...entries: readonly object[]): Promise<void> {
  return transact(store, 'readwrite', (transaction) => entries.forEach((entry) => transaction.put(store, entry)));
}

export function remove(store: StoreName, key: IDBValidKey): Promise<void> {
  return transact(store, 'readwrite', (transaction) => transaction.delete(store, key));
}

/** A name for an entry that no other has. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
