import { type ConditionKind, conditionKind } from './condition-kind.ts';

/** A part's origin before it came to the shop. `new` doesn't say whether the vehicle's maker sells it. */
export const originNames = {
  new: 'New',
  new_oem: 'New OEM',
  new_aftermarket: 'New aftermarket',
  used: 'Used',
  rebuilt: 'Rebuilt',
  remanufactured: 'Remanufactured',
} as const;

export type Origin = keyof typeof originNames;

export interface Described {
  origin: Origin;
  rebuilder: string | null;
  condition: string | null;
}

/** Returns the stated origin. Otherwise the condition tells: only 'New' is new, and a refurbished part counts as used. */
export function findOrigin({
  origin,
  condition,
}: {
  origin: string | null;
  condition: string | null;
}): Origin {
  if (origin !== null && Object.hasOwn(originNames, origin)) return origin as Origin;
  if (conditionKind(condition) === 'new') return 'new';
  if (/\breman/i.test(condition ?? '')) return 'remanufactured';
  return /\brebuil/i.test(condition ?? '') ? 'rebuilt' : 'used';
}

/** Finds the kind that search engines know. A condition named 'Refurbished' counts, unless the part is new. */
export function findOfferKind({ origin, condition }: Pick<Described, 'origin' | 'condition'>): ConditionKind {
  if (isNew(origin)) return 'new';
  return isRebuilt(origin) || conditionKind(condition) === 'refurbished' ? 'refurbished' : 'used';
}

/** Tells whether a part was never installed. */
export function isNew(origin: Origin): boolean {
  return origin.startsWith('new');
}

/** Tells whether a part was dismantled and restored. Its rebuilder is named. */
export function isRebuilt(origin: Origin): boolean {
  return origin === 'rebuilt' || origin === 'remanufactured';
}

/** Examples: 'Used', 'New OEM', 'Rebuilt by Acme'. */
export function describeOrigin({ origin, rebuilder }: Pick<Described, 'origin' | 'rebuilder'>): string {
  return isRebuilt(origin) && rebuilder ? `${originNames[origin]} by ${rebuilder}` : originNames[origin];
}

/** Example: 'Used, Like New'. Starts with the origin unless it is new (16 CFR 20.1), even if the condition sounds new. */
export function describeCondition(part: Described): string {
  const text = describeOrigin(part);
  const condition = part.condition?.trim() ?? '';
  if (condition === '' || (isNew(part.origin) && conditionKind(condition) === 'new')) return text;
  const name = originNames[part.origin].toLowerCase();
  if (condition.toLowerCase() === name) return text;
  const begins = text.toLowerCase() === name && condition.toLowerCase().startsWith(`${name} `);
  return begins ? condition : `${text}, ${condition}`;
}

/** Describes a line of an order, which keeps the condition as sold. */
export function describeLineCondition(line: {
  origin: string | null;
  rebuilder: string | null;
  condition: string | null;
}): string {
  return describeCondition({ ...line, origin: findOrigin(line) });
}
