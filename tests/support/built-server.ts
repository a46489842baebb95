import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

export const BUILD = inject('build');

const entry = (await import(
  pathToFileURL(join(BUILD, 'server/index.js')).href
)) as typeof import('#server/index.ts');

/** This is the built shop of `npm start`. Objects that tests pass to it must be of its own classes. */
export const server = await entry.loadParts();
