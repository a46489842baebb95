import cluster from 'node:cluster';
import { runWorker } from './workers/run-worker.ts';

/** The entry that Vite builds: server and screens in one module graph, of which each process loads what it needs. */
export { readEnv } from './env.ts';
export { startShop } from './main.ts';
export { StartError } from './start-error.ts';

/** Only tests use this. */
export const loadParts = () => import('./parts.ts');

if (cluster.isWorker) void runWorker();
