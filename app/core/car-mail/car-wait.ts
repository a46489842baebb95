import { vehicleName } from '#core/vehicles/vehicle-name.ts';

/** The years of a wait for any year. */
export const ANY_YEAR = { from: 1900, to: 2100 } as const;

/** Days until a wait is deleted, because its address was not confirmed, or it was ended. */
export const KEPT_DAYS = { unconfirmed: 7, over: 90 } as const;

/** Days until an open wait ends. */
export const MAX_WAIT_DAYS = 365;

/** Maximum of cars that a mail names. */
export const MAX_CARS_IN_MAIL = 10;

export const CAR_EMAILS_PATH = '/car-emails';

export const carWaitTexts = {
  promise:
    "We'll email you when one like it comes into our yard, at most once an hour. One click in each email stops it.",
  checkMail: 'Please check your email and click the link to confirm your address.',
  onList: "You're on the list.",
  off: 'Emails about cars are turned off right now.',
  failed: "We couldn't save your request. Please try again.",
  tooMany: 'Too many requests. Please try again later.',
} as const;

export interface AwaitedCar {
  make: string;
  model: string;
  from_year: number;
  to_year: number;
}

/** Example: 'Honda Civic, 2006 to 2011'. */
export function nameAwaitedCar({ make, model, from_year: from, to_year: to }: AwaitedCar): string {
  const name = vehicleName({ make, model, year: null });
  if (from === to) return `${name}, ${from}`;
  if (from === ANY_YEAR.from && to === ANY_YEAR.to) return name;
  if (from === ANY_YEAR.from) return `${name}, up to ${to}`;
  return to === ANY_YEAR.to ? `${name}, ${from} or newer` : `${name}, ${from} to ${to}`;
}
