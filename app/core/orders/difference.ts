/** A question to the buyer: a part of the order is not as it was listed. */
export interface Difference {
  /** The id of the event that asked. */
  id: string;
  lineId: string;
  name: string;
  /** The difference, in words. */
  what: string;
  note: string | null;
  /** The reason for which the order is on hold until it is answered. Null: it is on hold for another one. */
  hold: string | null;
}

export const differenceAnswers = ['take', 'cancel'] as const;

export type DifferenceAnswer = (typeof differenceAnswers)[number];

/** An event of an order's story that asks, answers or ends questions. Its details are gone if the buyer has left. */
export interface DifferenceEvent {
  id: string;
  kind: string;
  details: Partial<Omit<Difference, 'id'>>;
}

/** Finds the questions of a story that are not answered. Staff who take the order off hold have asked by themselves. */
export function findOpenDifferences(events: readonly DifferenceEvent[]): Difference[] {
  const open = new Map<string, Difference>();
  for (const { id, kind, details } of events) {
    const { lineId, name, what, note = null, hold = null } = details;
    if (kind === 'resumed') open.clear();
    else if (lineId === undefined) continue;
    else if (kind === 'difference_asked' && name !== undefined && what !== undefined)
      open.set(lineId, { id, lineId, name, what, note, hold });
    else open.delete(lineId);
  }
  return [...open.values()];
}
