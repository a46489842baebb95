import { join, relative } from 'node:path';
import { createBuilder } from 'vite';
import { mutationPlugin } from './mutation-plugin.ts';

const ROOT = join(import.meta.dirname, '../..');

export const MUTATED_BUILD = join(ROOT, 'build/mutated');

export async function buildMutated(): Promise<void> {
  process.env.NODE_ENV = 'production';
  process.env.BUILD_DIRECTORY = relative(ROOT, MUTATED_BUILD);
  const builder = await createBuilder({
    root: ROOT,
    logLevel: 'error',
    mode: 'production',
    plugins: [mutationPlugin()],
  });
  await builder.buildApp();
}
