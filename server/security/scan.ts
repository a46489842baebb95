import type { Logger } from 'pino';
import { type Finding, worstFirst } from '#core/security/security-finding.ts';
import { withTimeLimit } from '#core/values/time-limit.ts';
import type { Security, SecurityScan } from '#core/security/security-scan.server.ts';
import { auditChain } from '../audit/scan-chain.ts';
import type { Pools } from '../database/pools.ts';
import { createAsk, type Check, type ScanTools, type SecurityFacts } from './check.ts';
import { configuration, secrets } from './configuration.ts';
import { functions, grants } from './grants.ts';
import { databaseConnection, logins } from './logins.ts';
import { migrations } from './migrations.ts';
import { mails, secondSteps, sessions, suspicious } from './people.ts';
import { rowLevelSecurity, widePolicies } from './policies.ts';
import { searchIndex } from './search-index.ts';

/** Slow checks come last, so the others always run. */
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

/** No check starts after this time. */
const SCAN_TIMEOUT_MS = 15_000;

const CHECK_TIMEOUT_MS = 13_000;

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
      ask: createAsk(pools),
    };
    const started = performance.now();
    const findings: Finding[] = [];
    const failed = new Set<Check>();
    for (const check of checks) {
      try {
        if (performance.now() - started > SCAN_TIMEOUT_MS)
          throw new Error('The scan timed out before this check');
        findings.push(...(await withTimeLimit(CHECK_TIMEOUT_MS, check.look(tools))));
      } catch (error) {
        log.error(error, `The security scan could not check: ${check.name}`);
        failed.add(check);
        findings.push(failedCheckFinding(check));
      }
    }
    return { checks: checks.length, findings: worstFirst(findings), rowLevelSecurity: verdict() };

    function verdict(): SecurityScan['rowLevelSecurity'] {
      if (findings.some(({ event }) => rowSecurityEvents.has(event))) return 'open';
      return [rowLevelSecurity, widePolicies].some((check) => failed.has(check)) ? 'unknown' : 'in place';
    }
  }

  return {
    // Concurrent requests share one scan.
    scan(adminId) {
      running ??= scan(adminId).finally(() => (running = undefined));
      return running;
    },
  };
}

/** Findings that contradict row-level security. */
const rowSecurityEvents = new Set([
  'table_without_row_level_security',
  'view_past_row_level_security',
  'policy_lets_anybody_write',
  'policy_lets_anybody_read',
]);

function failedCheckFinding({ name }: Check): Finding {
  return {
    event: 'check_failed',
    severity: 'medium',
    what: `The scan could not check this: ${name}.`,
    advice: 'See the server log for the cause. Scan again, and investigate if it fails again.',
  };
}
