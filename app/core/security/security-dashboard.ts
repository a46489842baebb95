export const FETCHED_EVENTS = 100;

const RECENT_MS = 24 * 60 * 60 * 1000;

/** Counts above these are suspicious, or raise a level (Spec §4, §9). */
export const SUSPICIOUS_AFTER = 3;

export const WARNING_AFTER = 2;

const CAUTION_AFTER = 10;

const HIGH_RISK_AFTER = 5;

const HIGH_ACTIVITY_AFTER = 20;

const SHORT_ID = 8;

/** Milliseconds between a scan and reading the logs (Spec §9). */
export const SCAN_WAIT = 2_000;

export interface ShownEvent {
  id: string;
  createdAt: string;
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  userId: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  adminFlag: boolean;
  /** An admin's client sent the event, so nothing proves that it happened. */
  sentByClient: boolean;
  details: string;
}

/** Tells whether an action is 'failed_login', 'signup_failed', or contains 'auth_error' (Spec §9). */
export function isFailedAuth({ action }: Pick<ShownEvent, 'action'>): boolean {
  return action === 'failed_login' || action === 'signup_failed' || action.includes('auth_error');
}

/** Tells whether an action starts with 'admin_', or has the resource parts_catalog or the flag 'admin_action' (Spec §6, §9). */
export function isAdminAction(event: Pick<ShownEvent, 'action' | 'resourceType' | 'adminFlag'>): boolean {
  const { action, resourceType, adminFlag } = event;
  return (
    action.startsWith('admin_') ||
    resourceType === 'parts_catalog' ||
    resourceType === 'admin_action' ||
    adminFlag
  );
}

/** Tells whether an event is at most 24 hours before `now`, an ISO time (Spec §9). */
export function isRecent({ createdAt }: Pick<ShownEvent, 'createdAt'>, now: string): boolean {
  return Date.parse(createdAt) >= Date.parse(now) - RECENT_MS;
}

/** Lists the IP addresses with more than 3 failed logins, in any order (Spec §9). Ignores 'unknown'. */
export function suspiciousAddresses(events: readonly Pick<ShownEvent, 'action' | 'ipAddress'>[]): string[] {
  const failures = new Map<string, number>();
  for (const event of events) {
    if (!event.ipAddress || event.ipAddress === 'unknown' || !isFailedAuth(event)) continue;
    failures.set(event.ipAddress, (failures.get(event.ipAddress) ?? 0) + 1);
  }
  return [...failures].filter(([, count]) => count > SUSPICIOUS_AFTER).map(([address]) => address);
}

export type SystemHealth = 'good' | 'caution' | 'warning';

/** Classifies the system's health (Spec §4). */
export function systemHealth(counts: { failedAuth: number; suspicious: number }): SystemHealth {
  if (counts.suspicious > WARNING_AFTER) return 'warning';
  return counts.failedAuth > CAUTION_AFTER ? 'caution' : 'good';
}

export interface SecurityFigures {
  total: number;
  failedLogins: number;
  adminActions: number;
  adminActionsToday: number;
  /** Signed-in users only. */
  activeUsers: number;
  recent: number;
  suspicious: string[];
  health: SystemHealth;
  highRisk: boolean;
  highActivity: boolean;
}

/** Counts the fetched events as of `now`, an ISO time (Spec §2, §4, §9). */
export function securityFigures(
  events: readonly ShownEvent[],
  now: string,
  timeZone: string,
): SecurityFigures {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const today = day.format(Date.parse(now));
  const failedLogins = events.filter(isFailedAuth).length;
  const adminActions = events.filter(isAdminAction);
  const recent = events.filter((event) => isRecent(event, now)).length;
  const suspicious = suspiciousAddresses(events);
  return {
    total: events.length,
    failedLogins,
    adminActions: adminActions.length,
    adminActionsToday: adminActions.filter(({ createdAt }) => day.format(Date.parse(createdAt)) === today)
      .length,
    activeUsers: new Set(events.map(({ userId }) => userId).filter((userId) => userId !== null)).size,
    recent,
    suspicious,
    health: systemHealth({ failedAuth: failedLogins, suspicious: suspicious.length }),
    highRisk: failedLogins > HIGH_RISK_AFTER,
    highActivity: recent > HIGH_ACTIVITY_AFTER,
  };
}

export type ActionBadge = 'default' | 'destructive' | 'secondary' | 'outline';

/** Returns the style of an action's badge. The first match counts (Spec §4). */
export function actionBadge({ action, adminFlag }: Pick<ShownEvent, 'action' | 'adminFlag'>): ActionBadge {
  if (action === 'login_success' || action === 'signup_attempt') return 'default';
  if (action.includes('failed') || action.includes('error')) return 'destructive';
  if (action.startsWith('admin_') || adminFlag || action.startsWith('security_')) return 'secondary';
  return 'outline';
}

/** Returns the first 8 characters of a user's or a resource's id (Spec §9). */
export function shortId(id: string): string {
  return Array.from(id).slice(0, SHORT_ID).join('');
}

/** Matches invisible characters, and those that change the text direction, except tabs and line breaks. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes the invisible characters of untrusted text. */
export function escapeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) =>
    // Surrogates are escaped one by one, like in JSON.
    character
      .split('')
      .map((half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

const MAX_INDENT_LEVELS = 12;

/** Formats JSON in linear time. Keeps large numbers exact. Accepts invalid JSON. */
export function readableJson(json: string): string {
  const written: string[] = [];
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT_LEVELS))}`;
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
  return escapeInvisible(written.join(''));
}
