import { type Env, siteUrlOf } from './env.ts';
import { listen, type Listening } from './listen.ts';
import { openDatabase, type OpenDatabase, type OpenOptions } from './open-database.ts';
import type { DevelopedScreens, ServeOptions, ServingShop } from './serve-shop.ts';
import { startWorkers } from './workers/supervise.ts';

export interface RunningShop {
  siteUrl: string;
  /** Finishes requests, then stops the database. */
  stop(): Promise<void>;
}

/** A built shop, or one in development, which is one process. */
export type Screens = { clientFiles: string; script: string } | DevelopedScreens;

export interface StartOptions extends OpenOptions {
  screens: Screens;
}

type Start = Pick<ServeOptions, 'env' | 'port' | 'secret' | 'address'>;

/** Serves the shop as soon as its database is ready: this process, or several others. */
interface Server {
  serve(start: Start): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the shop. After a failure, stops all started parts. @throws {StartError} */
export async function startShop(env: Env, { screens, ...options }: StartOptions): Promise<RunningShop> {
  const listening = await listen(env.host, env.port);
  const server =
    'script' in screens && env.workers > 1
      ? serveByWorkers(env, { ...screens, listening, print: options.print })
      : serveHere(listening, screens);
  let database: OpenDatabase | undefined;
  const stop = async () => {
    await server.stop();
    await listening.close();
    await database?.stop();
  };
  try {
    if (env.bucket) await (await import('./files/s3/check-bucket.ts')).checkBucket(env.bucket);
    database = await openDatabase(env, options);
    options.signal?.throwIfAborted();
    const { secret, address, checkpoint } = database;
    await server.serve({ env, port: listening.port, secret, address });
    // This runs in the background. The database does it later if this fails.
    checkpoint().catch(() => undefined);
    return { siteUrl: siteUrlOf(env, listening.port), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serveHere(listening: Listening, screens: Screens): Server {
  // The modules load while the database starts.
  const loading = import('./serve-shop.ts');
  let serving: ServingShop | undefined;
  return {
    async serve(start) {
      const { serveShop } = await loading;
      serving = await serveShop({ ...start, ...screens, listening });
    },
    stop: async () => serving?.stop(),
  };
}

function serveByWorkers(
  env: Env,
  options: { clientFiles: string; script: string; listening: Listening; print: (line: string) => void },
): Server {
  const { clientFiles, script, listening, print } = options;
  const workers = startWorkers(env, script, print);
  return {
    async serve(start) {
      // The workers open the port together.
      await listening.close();
      await workers.serve({ ...start, clientFiles });
    },
    stop: () => workers.stop(),
  };
}
