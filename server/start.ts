import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildError, buildIfChanged } from './build.ts';
import type { RunningShop, Screens } from './main.ts';

type ShopModule = typeof import('./index.ts');

/** Ctrl+C reaches the shop twice: from the terminal, and from npm. A second signal after so long is a second request, in ms. */
const SAME_WISH = 1_000;

/** How long a start that is given up may take to roll back, in milliseconds. */
const ROLLBACK = 8_000;

const tell = (line: string) => console.log(line);

const givenUp = new AbortController();
let server: ShopModule | undefined;
let shop: RunningShop | undefined;
let stoppingSince: number | undefined;

const starting = start();
starting.then(welcome, (error: unknown) => {
  // What a start fails with that was given up is of no interest.
  if (givenUp.signal.aborted) process.exit(0);
  return fail("Partyard can't start.", error);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > SAME_WISH) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    tell('Stopping ...');
    void stop();
  });
}

// A promise that some library forgot: worth a line in the log, not the end of every other request.
process.on('unhandledRejection', (error) => console.error(error));

async function start(): Promise<RunningShop> {
  const given = { ...process.env };
  const dev = process.argv.includes('--dev');
  // What was set is kept; from here on it only tells React and other libraries to skip the checks of development.
  if (!dev) process.env.NODE_ENV = 'production';
  const loaded = dev ? await developed() : await built();
  ({ server } = loaded);
  givenUp.signal.throwIfAborted();
  const onLost = (error: Error) => fail('Partyard ends.', error);
  return server.startShop(server.readEnv(given), {
    screens: loaded.screens,
    tell,
    signal: givenUp.signal,
    onLost,
  });
}

/**
 * Nothing of the shop is imported here, but loaded from its build: what stood in both would be there twice.
 *
 * @throws {BuildError}
 */
async function built(): Promise<{ server: ShopModule; screens: Screens }> {
  const folder = await buildIfChanged(tell, givenUp.signal);
  const module = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as ShopModule;
  return { server: module, screens: { build: module.screens, clientFiles: join(folder, 'client') } };
}

async function developed(): ReturnType<typeof built> {
  const { develop } = await import('./develop.ts');
  const ours = new Set(process.listeners('SIGTERM'));
  const loaded = await develop();
  // React Router's plugin runs a second Vite, which ends the process at once and leaves the database running.
  for (const other of process.listeners('SIGTERM')) if (!ours.has(other)) process.off('SIGTERM', other);
  return loaded;
}

function welcome(started: RunningShop): void {
  shop = started;
  if (!givenUp.signal.aborted) tell(`Partyard   ${shop.siteUrl}   (Ctrl+C stops it)`);
}

async function stop(): Promise<void> {
  // A database that is left running is taken over by the next start.
  if (!shop) setTimeout(() => process.exit(1), ROLLBACK).unref();
  givenUp.abort();
  try {
    await (await starting).stop();
    process.exit(0);
  } catch (error) {
    if (shop) fail('Partyard could not stop cleanly.', error);
  }
}

/** Ends the process with one line for its supervisor. */
function fail(what: string, error: unknown): never {
  const known = error instanceof BuildError || (server && error instanceof server.StartError);
  console.error(known ? `${what} ${error.message}` : error);
  process.exit(1);
}
