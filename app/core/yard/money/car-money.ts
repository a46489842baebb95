/** The money that was paid for a car, and that it has brought, in cents. */
export interface CarMoney {
  /** Price, fees, towing. */
  paidCents: number;
  /** Parts that were sold, without tax and shipping. Canceled units don't count. */
  soldCents: number;
  soldUnits: number;
  /** Sold units whose money went back. */
  refundedCents: number;
  /** Core charges that buyers have paid and did not get back. */
  coresCents: number;
  /** Hulk, scrap, converters, and what else was received for it. */
  receivedCents: number;
  /** Parts that are for sale now. */
  listedCents: number;
  listedParts: number;
}

export const noMoney: CarMoney = {
  paidCents: 0,
  soldCents: 0,
  soldUnits: 0,
  refundedCents: 0,
  coresCents: 0,
  receivedCents: 0,
  listedCents: 0,
  listedParts: 0,
};

/** The ways to sum up cars. */
export const moneyBy = { source: 'Source', model: 'Model', car: 'Car' } as const;

export type MoneyBy = keyof typeof moneyBy;

/** Adds what two cars, or groups of cars, cost and brought. */
export function addMoney(one: CarMoney, other: CarMoney): CarMoney {
  const sum = { ...one };
  for (const key of Object.keys(noMoney) as (keyof CarMoney)[]) sum[key] += other[key];
  return sum;
}

/** Returns what a car has brought so far, minus what it cost, in cents. What is still listed does not count. */
export function resultOf(money: CarMoney): number {
  const { paidCents, soldCents, refundedCents, coresCents, receivedCents } = money;
  return soldCents - refundedCents + coresCents + receivedCents - paidCents;
}

/** Returns the result in whole percent of what was paid. Null if nothing was. */
export function returnPercent(money: CarMoney): number | null {
  return money.paidCents === 0 ? null : Math.round((resultOf(money) / money.paidCents) * 100);
}
