import { readEnv } from './env.ts';
import type { RunningShop } from './main.ts';
import { StartError } from './start-error.ts';

/** Ctrl+C reaches the shop twice: from the terminal, and from npm. A second signal after so long is a second wish, in ms. */
const SAME_WISH = 1_000;

/** How long a start that is given up may take to roll back, in milliseconds. */
const ROLLBACK = 8_000;

const dev = process.argv.includes('--dev');
const tell = (line: string) => console.log(line);

const givenUp = new AbortController();
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
  const env = readEnv(process.env);
  // What was set is read; from here on it only tells React and its kin not to check what development checks.
  if (!dev) process.env.NODE_ENV = 'production';
  const { startShop } = await import('./main.ts');
  const onLost = (error: StartError) => fail('Partyard ends.', error);
  return startShop(env, { dev, tell, signal: givenUp.signal, onLost });
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
  console.error(error instanceof StartError ? `${what} ${error.message}` : error);
  process.exit(1);
}
