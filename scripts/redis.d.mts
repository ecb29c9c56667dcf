export interface RedisServer {
  readonly port: number;
  readonly url: string;
  pid(): number;
  /** Ends it at once: it saves nothing. */
  stop(): Promise<void>;
  /** Starts it again, with what it had written. */
  restart(): Promise<void>;
}
export function freePort(): Promise<number>;
export function startRedis(folder: string, options?: { port?: number; password?: string }): Promise<RedisServer>;
