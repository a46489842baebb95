/** What outside catalogues know of a condition. */
export type ConditionKind = 'new' | 'used' | 'refurbished';

/** By the name of a condition. Whatever does not say otherwise is used: the shop then promises the least. */
export function conditionKind(name: string | null): ConditionKind {
  if (name?.trim().toLowerCase() === 'new') return 'new';
  return /\b(refurb|reman|rebuil|recondition)/i.test(name ?? '') ? 'refurbished' : 'used';
}
