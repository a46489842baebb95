import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build.ts';
import { type LoadedShop, runShop } from './run-shop.ts';

type ShopModule = LoadedShop['server'];

runShop(process.argv.includes('--dev') ? loadSources : loadBuild);

/** Loads the build, because the sources would load modules twice. @throws {BuildError} */
async function loadBuild(print: (line: string) => void, signal: AbortSignal): Promise<LoadedShop> {
  const folder = await buildIfChanged(print, signal);
  const script = join(folder, 'server/index.js');
  const module = (await import(pathToFileURL(script).href)) as ShopModule;
  return { server: module, screens: { script, clientFiles: join(folder, 'client') } };
}

async function loadSources(): Promise<LoadedShop> {
  const { develop } = await import('./develop.ts');
  const ownListeners = new Set(process.listeners('SIGTERM'));
  const loaded = await develop();
  // React Router's plugin runs a second Vite, which would end the process without stopping the database.
  for (const other of process.listeners('SIGTERM'))
    if (!ownListeners.has(other)) process.off('SIGTERM', other);
  return loaded;
}
