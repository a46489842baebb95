import type { VisitorAction } from '#domain/audit.ts';

/** An event of the audit trail (Spec §7, Audit actions). */
export interface VisitorEvent {
  action: VisitorAction;
  details: Record<string, unknown>;
  resource?: readonly [type: string, id: string] | undefined;
}

/** Later events are dropped when the sender can't be loaded. */
const MAX_QUEUED = 40;

const queue: VisitorEvent[] = [];
let send = (event: VisitorEvent) => {
  if (queue.length < MAX_QUEUED) queue.push(event);
};

/** Records an event. The sender loads when the page is idle (watch-visit.tsx). */
export function recordEvent(
  action: VisitorAction,
  details: VisitorEvent['details'],
  resource?: VisitorEvent['resource'],
): void {
  send({ action, details, resource });
}

export function setEventSender(sender: (event: VisitorEvent) => void): void {
  send = sender;
  queue.forEach(sender);
}
