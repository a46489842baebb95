/** People who get a mail for each piece: one of them buys it, and not all still need it. */
const PEOPLE_PER_PIECE = 2;

/** Mails in one transaction. */
const MAX_PEOPLE = 100;

/** Until the next people get a mail about a part that is still in stock. */
const MINUTES_BETWEEN_ROUNDS = 4 * 60;

/** After a round with fewer people than it could tell: others may confirm their address, or a payment may end. */
const MINUTES_UNTIL_RETRY = 10;

/** Of more pieces than one transaction has mails for. */
const MINUTES_UNTIL_REST = 5;

/** Back-in-stock mails to one address within a day. */
export const MAX_TOLD_A_DAY = 10;

/** Days until a wait is deleted: its address was not confirmed, its mail was sent, or it was ended. */
export const KEPT_DAYS = { unconfirmed: 7, over: 90 } as const;

/** Days until an open wait ends. */
export const MAX_WAIT_DAYS = 365;

/** How many people get a mail in one round, for a part with this many pieces for sale. */
export function countPeopleToTell(pieces: number): number {
  return Math.min(Math.max(pieces, 0) * PEOPLE_PER_PIECE, MAX_PEOPLE);
}

/** Minutes until the next round, after one that mailed this many people. */
export function minutesUntilNextRound(pieces: number, told: number): number {
  if (told < countPeopleToTell(pieces) || pieces <= 0) return MINUTES_UNTIL_RETRY;
  return told === MAX_PEOPLE ? MINUTES_UNTIL_REST : MINUTES_BETWEEN_ROUNDS;
}

export type WaitState = 'unconfirmed' | 'waiting' | 'told' | 'ended';

export function stateOfWait(wait: {
  confirmedAt: Date | null;
  toldAt: Date | null;
  endedAt: Date | null;
}): WaitState {
  if (wait.endedAt) return 'ended';
  if (wait.toldAt) return 'told';
  return wait.confirmedAt ? 'waiting' : 'unconfirmed';
}

/** Why a part answers a wait, as find_stock_waits in the database says it. */
export type WaitReason = 'part' | 'vehicle' | 'number';

export const stockWaitTexts = {
  promise:
    "We'll email you once, when this part or an interchangeable one comes in. We can't hold it for you.",
  checkMail: 'Please check your email and click the link to confirm your address.',
  onList: "You're on the list.",
  inStock: 'This part is in stock now.',
  off: 'Back-in-stock emails are turned off right now.',
  unknownPart: 'This part is no longer in the catalog.',
  failed: "We couldn't save your request. Please try again.",
  tooMany: 'Too many requests. Please try again later.',
} as const;
