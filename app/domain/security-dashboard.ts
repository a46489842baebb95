/** How many of the newest events the dashboard fetches (Spec §9). */
export const FETCHED_EVENTS = 100;

/** What counts as recent, in milliseconds: 24 hours (Spec §9). */
const RECENT = 24 * 60 * 60 * 1000;

/** More failed logins than this make an address suspicious (Spec §9). */
export const SUSPICIOUS_AFTER = 3;

/** More suspicious addresses than this are a warning (Spec §4, §9). */
export const WARNING_AFTER = 2;

/** More failed-auth events than this call for caution (Spec §4, §9). */
const CAUTION_AFTER = 10;

/** More failed logins than this are a high risk (Spec §9, Insights). */
const HIGH_RISK_AFTER = 5;

/** More recent events than this are a high activity (Spec §9, Insights). */
const HIGH_ACTIVITY_AFTER = 20;

/** How much of an id is shown (Spec §9). */
const SHORT_ID = 8;

/** How long a scan is waited for before the logs are read again, in milliseconds (Spec §9). */
export const SCAN_WAIT = 2_000;

/** An event as the dashboard shows it. Times are ISO times. */
export interface ShownEvent {
  id: string;
  createdAt: string;
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  userId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  /** Its details carry the flag `admin_action` (Spec §6). */
  adminFlag: boolean;
  /** The details as JSON, for reading. */
  details: string;
}

/** 'failed_login', 'signup_failed', or an action that contains 'auth_error' (Spec §9). */
export function isFailedAuth({ action }: Pick<ShownEvent, 'action'>): boolean {
  return action === 'failed_login' || action === 'signup_failed' || action.includes('auth_error');
}

/** An action starting with 'admin_', the resource parts_catalog, or the flag 'admin_action' (Spec §6, §9). */
export function isAdminAction(event: Pick<ShownEvent, 'action' | 'resourceType' | 'adminFlag'>): boolean {
  const { action, resourceType, adminFlag } = event;
  return (
    action.startsWith('admin_') ||
    resourceType === 'parts_catalog' ||
    resourceType === 'admin_action' ||
    adminFlag
  );
}

/** Happened in the 24 hours before `now`, an ISO time (Spec §9). */
export function isRecent({ createdAt }: Pick<ShownEvent, 'createdAt'>, now: string): boolean {
  return Date.parse(createdAt) >= Date.parse(now) - RECENT;
}

const shopDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/** Happened on the day that it is at the shop, in San Diego. */
function isToday({ createdAt }: ShownEvent, now: string): boolean {
  return shopDay.format(Date.parse(createdAt)) === shopDay.format(Date.parse(now));
}

/**
 * The addresses with more than 3 failed logins, in no particular order (Spec §9). No address is no address, and
 * neither is 'unknown'.
 */
export function suspiciousAddresses(events: readonly Pick<ShownEvent, 'action' | 'ipAddress'>[]): string[] {
  const failures = new Map<string, number>();
  for (const event of events) {
    if (!event.ipAddress || event.ipAddress === 'unknown' || !isFailedAuth(event)) continue;
    failures.set(event.ipAddress, (failures.get(event.ipAddress) ?? 0) + 1);
  }
  return [...failures].filter(([, count]) => count > SUSPICIOUS_AFTER).map(([address]) => address);
}

export type SystemHealth = 'good' | 'caution' | 'warning';

/** Spec §4, System health. */
export function systemHealth(counts: { failedAuth: number; suspicious: number }): SystemHealth {
  if (counts.suspicious > WARNING_AFTER) return 'warning';
  return counts.failedAuth > CAUTION_AFTER ? 'caution' : 'good';
}

/** The figures of the dashboard: of the events that were fetched, and of no others. */
export interface SecurityFigures {
  total: number;
  failedLogins: number;
  adminActions: number;
  adminActionsToday: number;
  /** Users who did something; nobody signed in is nobody. */
  activeUsers: number;
  recent: number;
  suspicious: string[];
  health: SystemHealth;
  highRisk: boolean;
  highActivity: boolean;
}

/** Counts the fetched events as of `now`, an ISO time (Spec §2, §4, §9). */
export function securityFigures(events: readonly ShownEvent[], now: string): SecurityFigures {
  const failedLogins = events.filter(isFailedAuth).length;
  const adminActions = events.filter(isAdminAction);
  const recent = events.filter((event) => isRecent(event, now)).length;
  const suspicious = suspiciousAddresses(events);
  return {
    total: events.length,
    failedLogins,
    adminActions: adminActions.length,
    adminActionsToday: adminActions.filter((event) => isToday(event, now)).length,
    activeUsers: new Set(events.map(({ userId }) => userId).filter((userId) => userId !== null)).size,
    recent,
    suspicious,
    health: systemHealth({ failedAuth: failedLogins, suspicious: suspicious.length }),
    highRisk: failedLogins > HIGH_RISK_AFTER,
    highActivity: recent > HIGH_ACTIVITY_AFTER,
  };
}

export type ActionBadge = 'default' | 'destructive' | 'secondary' | 'outline';

/** Spec §4, Action badge styling; the first that fits. */
export function actionBadge({ action, adminFlag }: Pick<ShownEvent, 'action' | 'adminFlag'>): ActionBadge {
  if (action === 'login_success' || action === 'signup_attempt') return 'default';
  if (action.includes('failed') || action.includes('error')) return 'destructive';
  if (action.startsWith('admin_') || adminFlag || action.startsWith('security_')) return 'secondary';
  return 'outline';
}

/** The first 8 characters of a user's or a resource's id (Spec §9). */
export function shortId(id: string): string {
  return Array.from(id).slice(0, SHORT_ID).join('');
}

const steps: readonly (readonly [unit: string, seconds: number])[] = [
  ['year', 365 * 24 * 60 * 60],
  ['month', 30 * 24 * 60 * 60],
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
];

/** How long ago an ISO time was at another one: '5 minutes ago'. What lies ahead is just now. */
export function relativeTime(time: string, now: string): string {
  const seconds = Math.floor((Date.parse(now) - Date.parse(time)) / 1000);
  const [unit, length] = steps.find(([, each]) => seconds >= each) ?? [];
  if (unit === undefined || length === undefined) return 'just now';
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** An ISO time for people, exact to the second: '2026-11-21 15:04:05 UTC'. */
export function exactTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** What a browser does not show, or what turns the reading direction of the text behind it; but for tab and line. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text that anybody may have written, with what is not seen of it written out, so that it reads as it is. */
export function plainText(text: string): string {
  return text.replaceAll(unseen, (character) =>
    // By halves, as JSON writes what lies beyond four digits.
    character
      .split('')
      .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Deeper than this, JSON is not indented further. */
const DEEPEST_INDENT = 12;

/**
 * JSON broken into lines for reading. What it says stays as it is, numbers of any size included, and however deep it
 * is nested it costs the time of one pass. What is no JSON comes back in one piece.
 */
export function readableJson(json: string): string {
  const written: string[] = [];
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(Math.min(depth, DEEPEST_INDENT))}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|[^\s{}[\],:"]+|"/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      written.push(token, newLine());
    } else if (token === '}' || token === ']') {
      depth -= 1;
      written.push(newLine(), token);
    } else if (token === ',') written.push(token, newLine());
    else if (token === ':') written.push(': ');
    else written.push(/^[[{]/.test(token) ? token.replaceAll(/\s/g, '') : token);
  }
  return plainText(written.join(''));
}
