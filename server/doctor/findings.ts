import { withTimeLimit } from '#core/values/time-limit.ts';
import { reason } from '../start-error.ts';

export interface Finding {
  /** 'fix' means that the shop does not work as it should. 'note' is something to know or to decide. */
  level: 'ok' | 'note' | 'fix';
  what: string;
  /** A step that solves it. */
  advice?: string | undefined;
}

/** A check only reads, and throws if it fails. */
export interface Check {
  name: string;
  look(): Promise<readonly Finding[]>;
}

export interface CheckResult {
  name: string;
  findings: readonly Finding[];
}

const TIMEOUT_MS = 20_000;

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const note = (what: string, advice?: string): Finding => ({ level: 'note', what, advice });
export const fix = (what: string, advice?: string): Finding => ({ level: 'fix', what, advice });

/** Runs all checks at once, because some wait for other servers. */
export function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, look }) => ({
      name,
      findings: await withTimeLimit(TIMEOUT_MS, look()).catch((error: unknown) => [
        fix(`This could not be checked: ${reason(error)}.`),
      ]),
    })),
  );
}

const WORDS = { ok: 'ok', note: 'note', fix: 'FIX' };

export function formatResults(results: readonly CheckResult[]): string[] {
  return results.flatMap(({ name, findings }) =>
    findings.flatMap(({ level, what, advice }) => [
      `${WORDS[level].padEnd(6)} ${name.padEnd(12)} ${what}`,
      ...(advice ? [`${' '.repeat(20)}${advice}`] : []),
    ]),
  );
}
