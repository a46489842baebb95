export type ConditionKind = 'new' | 'used' | 'refurbished';

/** Maps a condition's name to its kind. The default is 'used', which promises the least. */
export function conditionKind(name: string | null): ConditionKind {
  if (name?.trim().toLowerCase() === 'new') return 'new';
  return /\b(refurb|reman|rebuil|recondition)/i.test(name ?? '') ? 'refurbished' : 'used';
}
