import type { VisitorAction } from '#domain/audit.ts';

/** What a visitor did or met, for the audit trail (Spec §7, Audit actions). */
export interface VisitorEvent {
  action: VisitorAction;
  details: Record<string, unknown>;
  /** What it was done to: a part's id, a page's path. */
  resource?: readonly [type: string, id: string] | undefined;
}

/** The most that wait for whoever sends them: who can't be fetched is not waited for for ever. */
const MOST_WAITING = 40;

const waiting: VisitorEvent[] = [];
let send = (event: VisitorEvent) => {
  if (waiting.length < MOST_WAITING) waiting.push(event);
};

/** Notes what happened. It is sent later, by what is fetched when the page is at rest (app/watch-visit.tsx). */
export function recordEvent(
  action: VisitorAction,
  details: VisitorEvent['details'],
  resource?: VisitorEvent['resource'],
): void {
  send({ action, details, resource });
}

/** Hands over what has been noted so far, and all that comes. */
export function setEventSender(sender: (event: VisitorEvent) => void): void {
  send = sender;
  waiting.forEach(sender);
}
