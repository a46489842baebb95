import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { checkSearch, MAX_DIFFERENCES } from './check-search.ts';

const USAGE = `npm run search -- check      compares the search with the catalog
npm run search -- rebuild    writes it anew, also while the shop runs`;

/** Runs it. @returns the lines to print, and whether search and catalog agree. @throws {StartError} with a usage line. */
export async function searchCommand(
  owner: Pick<pg.Client, 'query'>,
  args: readonly string[],
): Promise<{ lines: string[]; ok: boolean }> {
  const [command, ...rest] = args;
  if (rest.length > 0 || (command !== 'check' && command !== 'rebuild')) throw new StartError(USAGE);
  // This is a procedure, because it commits every 500 parts.
  if (command === 'rebuild') await owner.query('call public.rebuild_search()');
  const { differences, parts } = await checkSearch(async (statement) => (await owner.query(statement)).rows);
  if (differences.length === 0) {
    return {
      lines: [`The search agrees with the catalog: ${parts.toLocaleString('en-US')} parts.`],
      ok: true,
    };
  }
  const lines = differences.map((difference) => `DIFFERS  ${difference}`);
  if (differences.length >= MAX_DIFFERENCES) lines.push('There may be more.');
  return { lines, ok: false };
}
