import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Finds the script of a separate process: the entry of a build (server/entries.ts), else its source.
 * @param source its # name.
 */
export function findScript(entry: string, source: string): string {
  // Node has no import.meta.env.
  if ((import.meta.env as ImportMetaEnv | undefined)?.PROD) return join(import.meta.dirname, `${entry}.js`);
  return createRequire(import.meta.url).resolve(source);
}
