import { sql } from 'kysely';
import { formatNames } from '#core/security/security-finding.ts';
import type { Check } from '../security/check.ts';

/** The check reads the whole audit trail. */
const CHECK_TIMEOUT_MS = 12_000;

export const auditChain: Check = {
  name: 'audit chain',
  async look({ ask }) {
    const shop = { role: 'service_role' } as const;
    const [row] = await ask<{ exists: boolean }>(
      shop,
      sql`select to_regprocedure('public.check_audit_chain()') is not null as exists`,
    );
    if (!row?.exists) {
      return [
        {
          event: 'audit_chain_missing',
          severity: 'high',
          what: 'The audit trail cannot be checked for changes: check_audit_chain() is missing.',
          advice: 'Restore it from the migrations, and find out who dropped it.',
        },
      ];
    }
    let broken: { chain: string; problem: string }[];
    try {
      broken = await ask(
        shop,
        sql`select chain, problem from check_audit_chain() limit 100`,
        CHECK_TIMEOUT_MS,
      );
    } catch (error) {
      // 57014 is the statement timeout. Other errors fail the check.
      if ((error as { code?: string }).code !== '57014') throw error;
      return [
        {
          event: 'audit_chain_unchecked',
          severity: 'low',
          what: 'The audit trail is too long to check during a scan.',
          advice: 'Run "npm run audit -- check" on the server regularly.',
        },
      ];
    }
    if (broken.length === 0) return [];
    return [
      {
        event: 'audit_chain_broken',
        severity: 'critical',
        what: `Rows of the audit trail were changed or deleted: ${formatNames(
          broken.map(({ chain, problem }) => `${chain} (${problem})`),
        ).slice(0, 2_000)}.`,
        advice: 'Compare with a backup, and find out who can reach the database as its owner.',
      },
    ];
  },
};
