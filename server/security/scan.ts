import type { Logger } from 'pino';
import { type Finding, worstFirst } from '#domain/security-finding.ts';
import { withTimeLimit } from '#domain/time-limit.ts';
import type { Security, SecurityScan } from '#services';
import { auditChain } from '../audit/scan-chain.ts';
import type { Pools } from '../database/pools.ts';
import { askIn, type Check, type ScanTools, type SecurityFacts } from './check.ts';
import { configuration, secrets } from './configuration.ts';
import { functions, grants } from './grants.ts';
import { databaseConnection, logins } from './logins.ts';
import { migrations } from './migrations.ts';
import { mails, secondSteps, sessions, suspicious } from './people.ts';
import { rowLevelSecurity, widePolicies } from './policies.ts';
import { searchIndex } from './search-index.ts';

/** What takes long stands last: what comes first is looked at in any case. */
const everyCheck: readonly Check[] = [
  rowLevelSecurity,
  widePolicies,
  grants,
  functions,
  logins,
  secrets,
  configuration,
  migrations,
  databaseConnection,
  secondSteps,
  sessions,
  mails,
  suspicious,
  searchIndex,
  auditChain,
];

/** After so many milliseconds no other check begins. */
const LONGEST = 15_000;

/** No check is waited for longer, in milliseconds, whatever it waits for itself. */
const LONGEST_CHECK = 13_000;

interface SecurityOptions {
  pools: Pools;
  facts: SecurityFacts;
  log: Logger;
  checks?: readonly Check[];
}

export function createSecurity({ pools, facts, log, checks = everyCheck }: SecurityOptions): Security {
  let running: Promise<SecurityScan> | undefined;

  async function scan(adminId: string): Promise<SecurityScan> {
    const tools: ScanTools = {
      pools,
      admin: { role: 'authenticated', userId: adminId },
      facts,
      ask: askIn(pools),
    };
    const started = performance.now();
    const findings: Finding[] = [];
    const unanswered = new Set<Check>();
    for (const check of checks) {
      try {
        if (performance.now() - started > LONGEST) throw new Error('The scan has taken too long before it');
        findings.push(...(await withTimeLimit(LONGEST_CHECK, check.look(tools))));
      } catch (error) {
        log.error(error, `The security scan could not check: ${check.name}`);
        unanswered.add(check);
        findings.push(couldNotCheck(check));
      }
    }
    return { checks: checks.length, findings: worstFirst(findings), rowLevelSecurity: verdict() };

    function verdict(): SecurityScan['rowLevelSecurity'] {
      if (findings.some(({ event }) => opensRows.has(event))) return 'open';
      return [rowLevelSecurity, widePolicies].some((check) => unanswered.has(check)) ? 'unknown' : 'in place';
    }
  }

  return {
    // Two admins at once, or one in two tabs: the shop is looked at once.
    scan(adminId) {
      running ??= scan(adminId).finally(() => (running = undefined));
      return running;
    },
  };
}

/** What makes it untrue that row-level security is in place. */
const opensRows = new Set([
  'table_without_row_level_security',
  'view_past_row_level_security',
  'policy_lets_anybody_write',
  'policy_lets_anybody_read',
]);

function couldNotCheck({ name }: Check): Finding {
  return {
    event: 'check_failed',
    severity: 'medium',
    what: `The scan could not check this: ${name}.`,
    advice: 'The log of the server says why. Scan again; if it stays, that is something to look into.',
  };
}
