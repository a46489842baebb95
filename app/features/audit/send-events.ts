import { recordEvent, setEventSender, type VisitorEvent } from './record-event.ts';

const ADDRESS = '/rpc/log_audit_event';

/** How long events are gathered before they are sent, in milliseconds. */
const GATHER = 3_000;

/** Below MOST_EVENTS, and below the 64 kB that a browser still sends for a page that is left. */
const MOST_AT_ONCE = 40;

/** Of one page: a loop of failures must not send forever. */
const MOST_ERRORS = 10;

let gathered: object[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const errors = new Set<string>();

/** Sends the noted events to the audit trail, in batches and when the page is left. A failure is only logged (Spec §8). */
export function sendEvents(): void {
  setEventSender(gather);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  window.addEventListener('pagehide', flush);
  // Back may show the page as it was left, without loading it.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) recordEvent('page_view', { how: 'back_forward' }, ['page', window.location.pathname]);
  });
}

function gather({ action, details, resource }: VisitorEvent) {
  const described =
    action === 'error' ? describeError(details) : action === 'page_view' ? describeView(details) : details;
  if (!described) return;
  gathered.push({
    p_user_id: null,
    p_action: action,
    p_resource_type: resource?.[0] ?? null,
    p_resource_id: resource?.[1] ?? null,
    p_details: described,
    p_ip_address: null,
    p_user_agent: null,
  });
  if (document.hidden || gathered.length >= MOST_AT_ONCE) flush();
  else timer ??= setTimeout(flush, GATHER);
}

function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (gathered.length === 0) return;
  const body = new Blob([JSON.stringify(gathered)], { type: 'application/json' });
  gathered = [];
  if (!navigator.sendBeacon(ADDRESS, body)) console.warn('Audit events could not be sent');
}

/** The first page may have been opened by a link, by Reload, or by Back from another site. */
function describeView({ how, missing }: Record<string, unknown>): Record<string, unknown> {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const loaded = how === 'load' && arrival && arrival.type !== 'navigate' ? arrival.type : how;
  return { how: loaded, ...(missing === true && { missing }) };
}

/** Undefined for an error that was sent already, and for the eleventh of a page. */
function describeError({ error, context }: Record<string, unknown>): Record<string, unknown> | undefined {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
  const stack = error instanceof Error ? error.stack?.slice(0, 2_000) : undefined;
  const known = errors.has(`${message} ${stack}`);
  if (known || errors.size >= MOST_ERRORS) return undefined;
  errors.add(`${message} ${stack}`);
  return { message, stack, context, url: window.location.pathname };
}
