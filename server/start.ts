import { readEnv } from './env.ts';
import type { RunningShop } from './main.ts';
import { StartError } from './start-error.ts';

const dev = process.argv.includes('--dev');
const tell = (line: string) => console.log(line);

const starting = start();
starting.then((shop) => tell(`Partyard   ${shop.siteUrl}   (Ctrl+C stops it)`), fail);

// A signal that comes while the shop is starting waits until it can be stopped cleanly.
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    tell('Stopping ...');
    starting
      .then((shop) => shop.stop())
      .then(() => process.exit(0))
      .catch(fail);
  });
}

// A promise that some library forgot: worth a line in the log, not the end of every other request.
process.on('unhandledRejection', (error) => console.error(error));

async function start(): Promise<RunningShop> {
  const env = readEnv(process.env);
  // What was set is read; from here on it only tells React and its kin not to check what development checks.
  if (!dev) process.env.NODE_ENV = 'production';
  const { startShop } = await import('./main.ts');
  return startShop(env, { dev, tell });
}

function fail(error: unknown): never {
  console.error(error instanceof StartError ? `Partyard can't start. ${error.message}` : error);
  process.exit(1);
}
