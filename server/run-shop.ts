import type { RunningShop, Screens } from './main.ts';

type ShopModule = typeof import('./index.ts');

export interface LoadedShop {
  server: ShopModule;
  screens: Screens;
}

type Print = (line: string) => void;

export class BuildError extends Error {}

/** Ctrl+C sends two signals, from the terminal and from npm. Only a later one forces an exit. */
const DUPLICATE_SIGNAL_MS = 1_000;

const ROLLBACK_TIMEOUT_MS = 8_000;

const print: Print = (line) => console.log(line);

/** Runs the shop as this process, until a signal stops it. Errors are printed as one line. */
export function runShop(load: (print: Print, signal: AbortSignal) => Promise<LoadedShop>): void {
  const aborted = new AbortController();
  let server: ShopModule | undefined;
  let shop: RunningShop | undefined;
  let stoppingSince: number | undefined;

  const starting = start();
  starting.then(finishStart, (error: unknown) => {
    if (aborted.signal.aborted) process.exit(0);
    return fail("Partyard can't start.", error);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (Date.now() - stoppingSince > DUPLICATE_SIGNAL_MS) process.exit(1);
        return;
      }
      stoppingSince = Date.now();
      print('Stopping ...');
      void stop();
    });
  }

  process.on('unhandledRejection', (error) => console.error(error));

  async function start(): Promise<RunningShop> {
    const source = { ...process.env };
    // The shop reads the original value. This one turns off development checks in React and other libraries.
    if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production';
    const loaded = await load(print, aborted.signal);
    ({ server } = loaded);
    aborted.signal.throwIfAborted();
    const onLost = (error: Error) => fail('Partyard ends.', error);
    return server.startShop(server.readEnv(source), {
      screens: loaded.screens,
      print,
      signal: aborted.signal,
      onLost,
    });
  }

  function finishStart(started: RunningShop): void {
    shop = started;
    if (!aborted.signal.aborted) print(`Partyard   ${shop.siteUrl}   (Ctrl+C stops it)`);
  }

  async function stop(): Promise<void> {
    // The next start takes over a running database.
    if (!shop) setTimeout(() => process.exit(1), ROLLBACK_TIMEOUT_MS).unref();
    aborted.abort();
    try {
      await (await starting).stop();
      process.exit(0);
    } catch (error) {
      if (shop) fail('Partyard could not stop cleanly.', error);
    }
  }

  function fail(what: string, error: unknown): never {
    const isExpected = error instanceof BuildError || (server && error instanceof server.StartError);
    console.error(isExpected ? `${what} ${error.message}` : error);
    process.exit(1);
  }
}
