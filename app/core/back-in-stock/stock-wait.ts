/** More people than units get a mail: one of them buys the unit, and not all still need it. */
const PEOPLE_PER_UNIT = 2;

/** Maximum of mails in one transaction. */
const MAX_PEOPLE = 100;

/** People who are told next wait this long, while the part is still in stock. */
const MINUTES_BETWEEN_ROUNDS = 4 * 60;

/** Applies after a round with fewer people than it could tell: others may confirm their address, or a payment may end. */
const MINUTES_UNTIL_RETRY = 10;

/** Applies if there are more units than one transaction has mails for. */
const MINUTES_UNTIL_NEXT_BATCH = 5;

/** Maximum of back-in-stock mails to one address within a day. */
export const MAX_TOLD_A_DAY = 10;

/** Days until a wait is deleted, because its address was not confirmed, its mail was sent, or it was ended. */
export const KEPT_DAYS = { unconfirmed: 7, over: 90 } as const;

/** Days until an open wait ends. */
export const MAX_WAIT_DAYS = 365;

/** Counts the people who get a mail in one round. */
export function countPeopleToTell(units: number): number {
  return Math.min(Math.max(units, 0) * PEOPLE_PER_UNIT, MAX_PEOPLE);
}

/** Returns the minutes until the next round, after one that mailed `told` people. */
export function minutesUntilNextRound(units: number, told: number): number {
  if (told < countPeopleToTell(units) || units <= 0) return MINUTES_UNTIL_RETRY;
  return told === MAX_PEOPLE ? MINUTES_UNTIL_NEXT_BATCH : MINUTES_BETWEEN_ROUNDS;
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

/** The reason why a part answers a wait. find_stock_waits in the database returns it. */
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
