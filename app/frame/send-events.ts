import { recordEvent, setEventSender, type VisitorEvent } from '#core/audit/record-event.ts';

const ADDRESS = '/rpc/log_audit_event';

const BATCH_MS = 3_000;

/** A batch stays below MAX_EVENTS and the 64 kB of sendBeacon. */
const MAX_BATCH = 40;

const MAX_ERRORS_PER_PAGE = 10;

let batch: object[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const errors = new Set<string>();

/** Sends recorded events in batches and when the visitor leaves. A failure is only logged (Spec §8). */
export function sendEvents(): void {
  setEventSender(addToBatch);
  document.addEventListener('visibilitychange', () => document.hidden && flush());
  window.addEventListener('pagehide', flush);
  // This page comes from the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) recordEvent('page_view', { how: 'back_forward' }, ['page', window.location.pathname]);
  });
}

function addToBatch({ action, details, resource }: VisitorEvent) {
  const described =
    action === 'error'
      ? describeError(details)
      : action === 'page_view'
        ? describePageView(details)
        : details;
  if (!described) return;
  batch.push({
    p_user_id: null,
    p_action: action,
    p_resource_type: resource?.[0] ?? null,
    p_resource_id: resource?.[1] ?? null,
    p_details: described,
    p_ip_address: null,
    p_user_agent: null,
  });
  if (document.hidden || batch.length >= MAX_BATCH) flush();
  else timer ??= setTimeout(flush, BATCH_MS);
}

function flush() {
  clearTimeout(timer);
  timer = undefined;
  if (batch.length === 0) return;
  const body = new Blob([JSON.stringify(batch)], { type: 'application/json' });
  batch = [];
  if (!navigator.sendBeacon(ADDRESS, body)) console.warn('Audit events could not be sent');
}

function describePageView({ how, missing }: Record<string, unknown>): Record<string, unknown> {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const loaded = how === 'load' && entry && entry.type !== 'navigate' ? entry.type : how;
  return { how: loaded, ...(missing === true && { missing }) };
}

function describeError({ error, context }: Record<string, unknown>): Record<string, unknown> | undefined {
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
  const stack = error instanceof Error ? error.stack?.slice(0, 2_000) : undefined;
  const isRepeated = errors.has(`${message} ${stack}`);
  if (isRepeated || errors.size >= MAX_ERRORS_PER_PAGE) return undefined;
  errors.add(`${message} ${stack}`);
  return { message, stack, context, url: window.location.pathname };
}
