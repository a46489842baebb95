/**
 * What is kept without a chain: frequent, claimed by a browser, and of little weight. Every other action is chained:
 * accounts, admins, money, security. audit.unchained_actions() is the same list.
 */
export const unchainedActions = [
  'page_view',
  'search',
  'error',
  'cart_add',
  'cart_remove',
  'cart_update_quantity',
  'cart_clear',
] as const;

/** What a visitor's browser may write (Spec §7). audit.is_visitors_event has the same rule. */
export const visitorActions = [...unchainedActions, 'cart_checkout', 'cart_buy_now'] as const;

export type VisitorAction = (typeof visitorActions)[number];

/** Whether events of this action are linked into the chain of their month. */
export function isChained(action: string): boolean {
  return !(unchainedActions as readonly string[]).includes(action);
}

/** What the server writes about accounts (Spec §7). */
export type AccountAction =
  | 'signup_attempt'
  | 'signup_failed'
  | 'login_success'
  | 'logout'
  | 'security_password_reset_requested'
  | 'security_password_change_requested'
  | 'security_password_changed'
  | 'security_email_verified'
  | 'security_second_step_set_up'
  | 'security_second_step_ended'
  | 'security_backup_codes_renewed'
  | 'security_account_deleted';

/** What admins do, written as admin_{action} (Spec §6). */
export type AdminAction =
  | 'add_part'
  | 'update_part'
  | 'delete_part'
  | 'store_picture'
  | 'add_condition'
  | 'update_condition'
  | 'delete_condition'
  | 'delete_category'
  | 'settle_alert'
  | 'start_crawl'
  | 'cancel_crawl'
  | 'import_catalog'
  | 'accept_import_changes'
  | 'undo_import';

/** An event as it is kept: bounded, and without personal data. */
export interface AuditEvent {
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
}

/** The most events of one call. */
export const MAX_EVENTS = 50;

/** The most bytes of an event's details, as JSON. */
export const MAX_DETAILS_BYTES = 4_096;

const MOST_TEXT = 2_000;
const MOST_FIELDS = 24;
const MOST_DEPTH = 3;

/** Whether the dashboard counts the event as an admin action (Spec §9, Admin actions). Only admins may write those. */
export function isAdminsEvent({ action, resourceType, details }: AuditEvent): boolean {
  return (
    action.startsWith('admin_') ||
    action === 'security_scan' ||
    resourceType === 'parts_catalog' ||
    Object.hasOwn(details, 'admin_action')
  );
}

/** Whether a visitor may write the event. */
export function isVisitorsEvent(event: AuditEvent): boolean {
  return (visitorActions as readonly string[]).includes(event.action) && !isAdminsEvent(event);
}

const EMAIL = /[^\s@<>"'(),:;/?=&]{1,64}(?:@|%40)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi;
/** As they are written in the United States, with or without signs; and any that begins with a plus. */
const PHONE =
  /(?<![\w-])(?:(?:\+?1[\s.-]?)?(?:\([2-9]\d\d\)|[2-9]\d\d)[\s.-]?[2-9]\d\d[\s.-]?\d{4}|\+\d[\d\s().-]{6,16}\d)(?![\w-])/g;
/** The query and fragment of an address: they may hold the secret of a mailed link. */
const QUERY = /(?<=[\w/.-])[?#][^\s"'()<>?#=]*=[^\s"'()<>]*/g;

/** Removes e-mails, phone numbers and the queries of addresses from a text. */
export function redact(text: string): string {
  return text.replace(QUERY, '?…').replace(EMAIL, '[e-mail]').replace(PHONE, '[phone]');
}

/** A text that is safe to keep. The database can't store a NUL or half a surrogate pair. */
export function keptText(text: string, most = MOST_TEXT): string {
  const readable = text.slice(0, MOST_TEXT * 2).replaceAll('\0', '\uFFFD');
  const redacted = redact(readable.toWellFormed());
  return (redacted.length > most ? `${redacted.slice(0, most - 1)}…` : redacted).toWellFormed();
}

/** An address as it is kept: only its path. */
export function keptPath(address: string): string {
  return keptText(address.split(/[?#]/, 1)[0] ?? '', 200);
}

/** Details as they are kept, or undefined when they are too large. Addresses (`url`) lose their queries. */
export function keptDetails(details: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = keptFields(details, 1);
  return new TextEncoder().encode(JSON.stringify(kept)).length <= MAX_DETAILS_BYTES ? kept : undefined;
}

function keptFields(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MOST_FIELDS)
      .map(([name, value]) => [
        keptText(name, 50),
        /^(?:url|path|referrer|href)$/i.test(name) && typeof value === 'string'
          ? keptPath(value)
          : keptValue(value, depth),
      ]),
  );
}

function keptValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return keptText(value);
  // The database writes numbers out: 1e300 would be 301 digits.
  if (typeof value === 'number') return /e/.test(String(value)) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MOST_DEPTH) return '…';
  if (Array.isArray(value)) return value.slice(0, MOST_FIELDS).map((each) => keptValue(each, depth + 1));
  return keptFields(value, depth + 1);
}
