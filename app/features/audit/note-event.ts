import type { VisitorAction } from '#domain/audit.ts';

/** What a visitor did, or what failed on the page (Spec §7, Audit actions). */
export interface NotedEvent {
  action: VisitorAction;
  details: Record<string, unknown>;
  /** What it concerns: a part's id, a page's path. */
  resource?: readonly [type: string, id: string] | undefined;
}

/** The most events that wait for the sender, which may never load. */
const MOST_WAITING = 40;

const waiting: NotedEvent[] = [];
let send = (event: NotedEvent) => {
  if (waiting.length < MOST_WAITING) waiting.push(event);
};

/** Notes an event. send-events.ts sends it, which loads when the browser is idle: this file stays small. */
export function noteEvent(
  action: VisitorAction,
  details: NotedEvent['details'],
  resource?: NotedEvent['resource'],
): void {
  send({ action, details, resource });
}

/** Passes the events noted so far, and all later ones, to `sender`. */
export function sendEventsBy(sender: (event: NotedEvent) => void): void {
  send = sender;
  waiting.forEach(sender);
}
