import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Finding, formatNames } from '#core/security/security-finding.ts';
import { checkSearch } from '../search/check-search.ts';
import type { Check } from './check.ts';

/** No step starts after this time. The nightly job compares all parts. */
const CHECK_TIMEOUT_MS = 4_000;

const STEP_TIMEOUT_MS = 6_000;

export const searchIndex: Check = {
  name: 'search index',
  async look({ ask }): Promise<Finding[]> {
    const shop = { role: 'service_role' } as const;
    const alerts = await ask<{ found: string }>(
      shop,
      sql`select details ->> 'For example' as found from alerts
        where kind = 'search-out-of-date' and settled_at is null`,
    );
    const startedAt = performance.now();
    const { differences } = await checkSearch(
      <Row>(statement: string) => ask(shop, sql.raw<Row>(statement), STEP_TIMEOUT_MS),
      { shouldContinue: () => performance.now() - startedAt < CHECK_TIMEOUT_MS, from: randomUUID() },
    ).catch((error: { code?: string }) => {
      // The statement ran out of time, and the nightly check has more of it.
      if (error.code === '57014') return { differences: [] };
      throw error;
    });
    const found = differences.length > 0 ? differences : alerts.map((alert) => alert.found);
    if (found.length === 0) return [];
    return [
      {
        event: 'search_out_of_date',
        severity: 'medium',
        what: `The search differs from the catalog: ${formatNames(found)}.`.slice(0, 2_000),
        advice:
          'Run "npm run search -- rebuild". Find out who changed the catalog or the index without its triggers.',
      },
    ];
  },
};
