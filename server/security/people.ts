import { sql } from 'kysely';
import { shortId, SUSPICIOUS_AFTER, WARNING_AFTER } from '#core/security/security-dashboard.ts';
import { formatNames } from '#core/security/security-finding.ts';
import { readUndeliveredMails } from '#core/mail/read-mails.server.ts';
import { countOldSessions, findUsersWithoutSecondStep } from '../auth/inspect.ts';
import type { Check, ScanTools } from './check.ts';
import { listFinding } from './policies.ts';

const AUDITED_DAYS = 7;

/** Finds the ids of admins and staff. */
async function findStaffIds({ ask, admin }: ScanTools): Promise<string[]> {
  const rows = await ask<{ user_id: string }>(admin, sql`select user_id from user_roles`);
  return rows.map(({ user_id }) => user_id);
}

export const secondSteps: Check = {
  name: 'second steps',
  async look(tools) {
    const { pools, facts } = tools;
    const without = await findUsersWithoutSecondStep(pools.auth, await findStaffIds(tools));
    return listFinding(without.map(shortId), 'high', 'admin_without_second_step', {
      what: 'These admins and staff sign in with a password only:',
      advice: facts.adminsNeedSecondStep
        ? 'Each must set up two-step sign-in under Profile Settings; until then their role has no effect.'
        : 'Each should set up two-step sign-in under Profile Settings. Then require it: REQUIRE_ADMIN_2FA=true.',
    });
  },
};

export const sessions: Check = {
  name: 'sessions',
  async look(tools) {
    const { all, theirs } = await countOldSessions(tools.pools.auth, await findStaffIds(tools));
    if (all === 0) return [];
    return [
      {
        event: 'old_sessions',
        severity: theirs > 0 ? 'medium' : 'low',
        what: `${all === 1 ? '1 session' : `${all} sessions`} unused for 30 days or older than 90 days can still be used; ${theirs} of admins or staff.`,
        advice: 'Delete them from auth.sessions. Their users can sign in again.',
      },
    ];
  },
};

/** Checks all recent events, not only the ones on the dashboard. */
export const suspicious: Check = {
  name: 'failed sign-ins',
  async look({ ask, admin }) {
    const rows = await ask<{ address: string; failures: number }>(
      admin,
      // Matches the index audit_logs_failed_auth_idx (Spec §9, Failed-auth events).
      sql`
        select ip_address as address, count(*)::integer as failures
        from audit_logs
        where (action in ('failed_login', 'signup_failed') or action like '%auth\\_error%')
          and created_at >= now() - make_interval(days => ${AUDITED_DAYS}) and ip_address not in ('', 'unknown')
        group by ip_address having count(*) > ${SUSPICIOUS_AFTER}
        order by 2 desc, 1 limit 1000`,
    );
    if (rows.length === 0) return [];
    const named = formatNames(rows.map(({ address, failures }) => `${address} (${failures})`));
    return [
      {
        event: 'suspicious_addresses',
        severity: rows.length > WARNING_AFTER ? 'high' : 'low',
        what: `More than ${SUSPICIOUS_AFTER} sign-ins or sign-ups failed in the last ${AUDITED_DAYS} days from ${named}.`,
        advice:
          'Check their attempts in the audit logs. Attempts are limited; block an address at the proxy if it goes on.',
      },
    ];
  },
};

export const mails: Check = {
  name: 'mails',
  async look({ pools, admin }) {
    const undelivered = await readUndeliveredMails(pools, admin);
    if (undelivered.length === 0) return [];
    // The read returns 100 at most.
    const count = undelivered.length === 100 ? '100 emails or more' : `Emails: ${undelivered.length}`;
    return [
      {
        event: 'mails_undelivered',
        severity: 'medium',
        what: `The shop gave up on undelivered email. ${count}.`,
        advice:
          'See mails.last_error for the causes. The emails may include password links and security notices.',
      },
    ];
  },
};
