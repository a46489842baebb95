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

/** An event as it is kept: bounded, and without what names a person. */
export interface AuditEvent {
  action: string;
  resourceType: string | null;
  resourceId: string | null;
  details: Record<string, unknown>;
}

/** The most events of one call. */
export const MOST_EVENTS = 50;

/** The most bytes of an event's details, as JSON. */
export const MOST_DETAILS = 4_096;

const MOST_TEXT = 2_000;
const MOST_FIELDS = 24;
const MOST_DEPTH = 3;

/** Whether the event counts as an admin's deed on the dashboard (Spec §9, Admin actions) and so is an admin's to write. */
export function isAdminsEvent({ action, resourceType, details }: AuditEvent): boolean {
  return (
    action.startsWith('admin_') ||
    action === 'security_scan' ||
    resourceType === 'parts_catalog' ||
    Object.hasOwn(details, 'admin_action')
  );
}

export function isVisitorsEvent(event: AuditEvent): boolean {
  return (visitorActions as readonly string[]).includes(event.action) && !isAdminsEvent(event);
}

const EMAIL = /[^\s@<>"'(),:;/?=&]{1,64}(?:@|%40)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+/gi;
/** As they are written in the United States, with or without signs; and any that begins with a plus. */
const PHONE =
  /(?<![\w-])(?:(?:\+?1[\s.-]?)?(?:\([2-9]\d\d\)|[2-9]\d\d)[\s.-]?[2-9]\d\d[\s.-]?\d{4}|\+\d[\d\s().-]{6,16}\d)(?![\w-])/g;
/** What stands behind the path of an address: it may hold the secret of a mailed link. */
const QUERY = /(?<=[\w/.-])[?#][^\s"'()<>?#=]*=[^\s"'()<>]*/g;

/** Takes e-mails, phone numbers and the queries of addresses out of a text that a visitor may have typed. */
export function redact(text: string): string {
  return text.replace(QUERY, '?…').replace(EMAIL, '[e-mail]').replace(PHONE, '[phone]');
}

/** A text that is safe to keep. A NUL and half a character can't be in any text of the database. */
export function keptText(text: string, most = MOST_TEXT): string {
  const readable = text.slice(0, MOST_TEXT * 2).replaceAll('\0', '\uFFFD');
  const redacted = redact(readable.toWellFormed());
  return (redacted.length > most ? `${redacted.slice(0, most - 1)}…` : redacted).toWellFormed();
}

/** An address as it is kept: its path alone. */
export function keptPath(address: string): string {
  return keptText(address.split(/[?#]/, 1)[0] ?? '', 200);
}

/** Details as they are kept, or undefined when they are too many. Addresses (`url`) lose their queries. */
export function keptDetails(details: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = keptFields(details, 1);
  return new TextEncoder().encode(JSON.stringify(kept)).length <= MOST_DETAILS ? kept : undefined;
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
