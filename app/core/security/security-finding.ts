export const severities = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof severities)[number];

export interface Finding {
  /** Written to the audit trail as security_{event} (Spec §7). */
  event: string;
  severity: Severity;
  /** One sentence. It has no secrets, email addresses, or names of people. */
  what: string;
  advice: string;
}

export interface ScanReport {
  /** ISO 8601. */
  finishedAt: string;
  by: string;
  checks: number;
  /** 'open' if a table is not protected, 'unknown' if the check failed. */
  rowLevelSecurity: 'in place' | 'open' | 'unknown';
  findings: Finding[];
}

/** Sorts findings by severity. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** Returns the worst severity. Undefined if there are no findings. */
export function worstSeverity(findings: readonly Finding[]): Severity | undefined {
  return worstFirst(findings)[0]?.severity;
}

const MAX_NAMES = 8;

/** Lists up to 8 names: 'a, b and 3 more'. */
export function formatNames(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${rest} more` : names.join(', ');
}

/** Reads a finding from an audit row. Returns undefined for other rows. */
export function readFinding(action: string, details: unknown): Finding | undefined {
  const { severity, what, advice } = (details ?? {}) as Record<string, unknown>;
  const known = severities.find((each) => each === severity);
  if (!known || typeof what !== 'string' || typeof advice !== 'string') return undefined;
  return { event: action.replace(/^security_/, ''), severity: known, what, advice };
}

/** Formats a number with its noun: '1 event', '2 events'. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
