import { sql } from 'kysely';
import { type Finding, formatNames } from '#domain/security-finding.ts';
import { checkSearch } from '../search/check-search.ts';
import type { Check } from './check.ts';

/** After so many milliseconds no other chunk is compared: the nightly job compares all of them. */
const LONGEST = 4_000;

/** How long one chunk may take, in milliseconds. */
const CHUNK_PATIENCE = 6_000;

/** What a search finds is what the catalog has: a part that is not found is not sold. */
export const searchIndex: Check = {
  name: 'search index',
  async look({ ask }): Promise<Finding[]> {
    const shop = { role: 'service_role' } as const;
    const alerts = await ask<{ found: string }>(
      shop,
      sql`select details ->> 'For example' as found from alerts
        where kind = 'search-out-of-date' and settled_at is null`,
    );
    const begun = performance.now();
    const { differences } = await checkSearch(
      <Row>(statement: string) => ask(shop, sql.raw<Row>(statement), CHUNK_PATIENCE),
      { goOn: () => performance.now() - begun < LONGEST, inRandomOrder: true },
    ).catch((error: { code?: string }) => {
      // The statement's time was over: the nightly check has more of it.
      if (error.code === '57014') return { differences: [] };
      throw error;
    });
    const found = differences.length > 0 ? differences : alerts.map((alert) => alert.found);
    if (found.length === 0) return [];
    return [
      {
        event: 'search_out_of_date',
        severity: 'medium',
        what: `The search index differs from the catalog: ${formatNames(found)}.`.slice(0, 2_000),
        advice:
          'Run "npm run search -- rebuild". Find out who changed the catalog or the index past the triggers.',
      },
    ];
  },
};
