import type { VisitorAction } from './audit.ts';

export interface VisitorEvent {
  action: VisitorAction;
  details: Record<string, unknown>;
  resource?: readonly [type: string, id: string] | undefined;
}

/** Events that are kept until the sender loads. */
const MAX_QUEUED = 40;

const queue: VisitorEvent[] = [];
let send = (event: VisitorEvent) => {
  if (queue.length < MAX_QUEUED) queue.push(event);
};

/** Records an event, to be sent when the page is idle. */
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
