import { hidePathSecrets, hideVins } from '#core/vehicles/vin-text.ts';
import { hideLinkIds } from '#core/values/hide-link-ids.ts';

/** Frequent actions of browsers, stored without a hash chain. audit.unchained_actions() has the same list. */
export const unchainedActions = [
  'page_view',
  'search',
  'error',
  'cart_add',
  'cart_remove',
  'cart_update_quantity',
  'cart_clear',
] as const;

/** Lists actions that a visitor's browser may log (Spec §7). audit.is_visitors_event has the same rule. */
export const visitorActions = [...unchainedActions, 'cart_checkout', 'cart_buy_now'] as const;

export type VisitorAction = (typeof visitorActions)[number];

/** True for actions whose events are linked into the chain of their month. */
export function isChained(action: string): boolean {
  return !(unchainedActions as readonly string[]).includes(action);
}

/** The server writes these from what happened to an account. */
const accountActions = [
  'signup_attempt',
  'signup_failed',
  'login_success',
  'logout',
  'security_password_reset_requested',
  'security_password_change_requested',
  'security_password_changed',
  'security_email_verified',
  'security_email_change_requested',
  'security_email_changed',
  'security_email_restored',
  'security_guest_orders_joined',
  'security_second_step_set_up',
  'security_second_step_ended',
  'security_backup_codes_renewed',
  'security_account_deleted',
  'address_added',
  'address_changed',
  'address_deleted',
] as const;

export type AccountAction = (typeof accountActions)[number];

export interface AuditEvent {
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
}

/** Maximum per request. */
export const MAX_EVENTS = 50;

/** Maximum size as JSON. */
export const MAX_DETAILS_BYTES = 4_096;

const MAX_TEXT_LENGTH = 2_000;
const MAX_FIELDS = 24;
const MAX_DEPTH = 3;

/**
 * True for events that only an admin may send: security events, and those that the dashboard counts as admin actions (Spec
 * §9).
 */
export function isAdminsEvent({ action, resourceType, details }: AuditEvent): boolean {
  return (
    action.startsWith('admin_') ||
    (action.startsWith('security_') && !(accountActions as readonly string[]).includes(action)) ||
    resourceType === 'parts_catalog' ||
    Object.hasOwn(details, 'admin_action')
  );
}

/** Marks an event, so that a client can't make it look like one that the server wrote. */
export function markSentByClient(event: AuditEvent): AuditEvent {
  return { ...event, details: { ...event.details, sent_by_client: true } };
}

/** True for events that a visitor may log. */
export function isVisitorsEvent(event: AuditEvent): boolean {
  return (visitorActions as readonly string[]).includes(event.action) && !isAdminsEvent(event);
}

const EMAIL = /[^\s@<>"'(),:;/?=&]{1,64}(?:@|%40)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi;
const PHONE =
  /(?<![\w-])(?:(?:\+?1[\s.-]?)?(?:\([2-9]\d\d\)|[2-9]\d\d)[\s.-]?[2-9]\d\d[\s.-]?\d{4}|\+\d[\d\s().-]{6,16}\d)(?![\w-])/g;
/** URL queries and fragments can contain the secret of a mailed link. */
const QUERY = /(?<=[\w/.-])[?#][^\s"'()<>?#=]*=[^\s"'()<>]*/g;

/** Removes emails, phone numbers and URL queries from a text. */
export function redact(text: string): string {
  return text.replace(QUERY, '?…').replace(EMAIL, '[email]').replace(PHONE, '[phone]');
}

/** Redacts and shortens a text to `maxLength` characters. PostgreSQL rejects NUL and unpaired surrogates. */
export function redactText(text: string, maxLength = MAX_TEXT_LENGTH): string {
  const readable = text.slice(0, MAX_TEXT_LENGTH * 2).replaceAll('\0', '\uFFFD');
  const redacted = hideVins(hideLinkIds(redact(readable.toWellFormed())));
  return (redacted.length > maxLength ? `${redacted.slice(0, maxLength - 1)}…` : redacted).toWellFormed();
}

/** Reduces a URL to its path and redacts it. */
export function redactPath(address: string): string {
  return redactText(hidePathSecrets(address.replace(/[?#].*$/s, '')), 200);
}

/** Redacts details, including URLs. Returns undefined if they exceed MAX_DETAILS_BYTES. */
export function redactDetails(details: Record<string, unknown>): Record<string, unknown> | undefined {
  const redacted = redactFields(details, 1);
  return new TextEncoder().encode(JSON.stringify(redacted)).length <= MAX_DETAILS_BYTES
    ? redacted
    : undefined;
}

function redactFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [
        redactText(name, 50),
        /^(?:url|path|referrer|href)$/i.test(name) && typeof value === 'string'
          ? redactPath(value)
          : redactValue(value, depth),
      ]),
  );
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  // PostgreSQL would expand 1e300 to 301 digits.
  if (typeof value === 'number') return /e/.test(String(value)) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, MAX_FIELDS).map((each) => redactValue(each, depth + 1));
  return redactFields(value, depth + 1);
}
