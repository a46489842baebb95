import type { VisitorAction } from '#domain/audit.ts';

/** What a visitor did or met, for the audit trail (Spec §7, Audit actions). */
export interface NotedEvent {
  action: VisitorAction;
  details: Record<string, unknown>;
  /** What it was done to: a part's id, a page's path. */
  resource?: readonly [type: string, id: string] | undefined;
}

/** The most that wait for whoever sends them: who can't be fetched is not waited for for ever. */
const MOST_WAITING = 40;

const waiting: NotedEvent[] = [];
let send = (event: NotedEvent) => {
  if (waiting.length < MOST_WAITING) waiting.push(event);
};

/** Notes what happened. It is sent later, by what is fetched when the page is at rest (app/watch-visit.tsx). */
export function noteEvent(
  action: VisitorAction,
  details: NotedEvent['details'],
  resource?: NotedEvent['resource'],
): void {
  send({ action, details, resource });
}

/** Hands over what has been noted so far, and all that comes. */
export function sendEventsBy(sender: (event: NotedEvent) => void): void {
  send = sender;
  waiting.forEach(sender);
}
