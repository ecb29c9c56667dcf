export interface RedisServer {
  readonly port: number;
  readonly url: string;
  pid(): number;
  /** Kills it at once, without saving. */
  stop(): Promise<void>;
  /** Starts it again with the data it had written. */
  restart(): Promise<void>;
}
export function freePort(): Promise<number>;
export function startRedis(folder: string, options?: { port?: number; password?: string }): Promise<RedisServer>;
