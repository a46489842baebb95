import { readEnv } from './env.ts';
import { StartError } from './start-error.ts';

const tell = (line: string) => console.log(line);

try {
  const env = readEnv(process.env);
  const dev = process.argv.includes('--dev');
  // What was set is read; from here on it only tells React and its kin not to check what development checks.
  if (!dev) process.env.NODE_ENV = 'production';

  const { startShop } = await import('./main.ts');
  const shop = await startShop(env, { dev, tell });
  tell(`Partyard   ${shop.siteUrl}   (Ctrl+C stops it)`);

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    tell(`Stopping (${signal}) ...`);
    shop.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  console.error(error instanceof StartError ? `Partyard can't start. ${error.message}` : error);
  process.exit(1);
}
