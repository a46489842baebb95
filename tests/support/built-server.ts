import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

/** The folder of the built shop. */
export const BUILD = inject('build');

/** The built shop, as `npm start` runs it. What tests hand to a shop is made of its classes. */
export const server = (await import(
  pathToFileURL(join(BUILD, 'server/index.js')).href
)) as typeof import('#server/index.ts');
