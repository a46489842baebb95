/** How bad it is that something is as a scan has found it. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof severities)[number];

/** Something that a security scan has found, and what to do about it. */
export interface Finding {
  /** Written to the audit trail as security_{event} (Spec §7). */
  event: string;
  severity: Severity;
  /** What is so, in a sentence. Never holds a secret, an e-mail or a name of a person. */
  what: string;
  advice: string;
}

/** What the newest scan has found, as the audit trail tells it. */
export interface ScanReport {
  /** An ISO time. */
  finishedAt: string;
  /** The admin's id. */
  by: string;
  /** How many checks were made. */
  checks: number;
  /** What it says of row-level security: in place, open somewhere, or that it could not be looked at. */
  rowLevelSecurity: 'in place' | 'open' | 'unknown';
  /** The worst first. */
  findings: Finding[];
}

/** The worst first; what is equally bad stays in its order. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

/** The worst of what was found; undefined when nothing was. */
export function worst(findings: readonly Finding[]): Severity | undefined {
  return worstFirst(findings)[0]?.severity;
}

/** How many names a finding lists. */
const NAMED = 8;

/** Names in a sentence: 'a, b and 3 more'. */
export function nameSome(names: readonly string[]): string {
  const rest = names.length - NAMED;
  return rest > 0 ? `${names.slice(0, NAMED).join(', ')} and ${rest} more` : names.join(', ');
}

/** Reads a finding out of the details of an audit row; undefined when it is none. */
export function readFinding(action: string, details: unknown): Finding | undefined {
  const { severity, what, advice } = (details ?? {}) as Record<string, unknown>;
  const known = severities.find((each) => each === severity);
  if (!known || typeof what !== 'string' || typeof advice !== 'string') return undefined;
  return { event: action.replace(/^security_/, ''), severity: known, what, advice };
}

/** A number with its noun: '1 event', '2 events'. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
