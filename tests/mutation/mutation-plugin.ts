import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { instrument } from './instrument.ts';
import { allMutants } from './targets.ts';

/** Adds all mutants to the files. The active one is chosen at run time. */
export function mutationPlugin(): Plugin {
  const mutants = Map.groupBy(allMutants(), ({ path }) => path);
  return {
    name: 'mutation',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(process.cwd(), id.split('?')[0] ?? '').replaceAll(sep, '/');
      const own = mutants.get(path);
      return own ? { code: instrument(code, own), map: null } : undefined;
    },
  };
}
