/** Kinds of what a part can lack. */
export const gapKinds = {
  price: 'No price',
  picture: 'No picture',
  vehicle: 'No vehicle',
  category: 'No category',
} as const;

export type GapKind = keyof typeof gapKinds;

export const checkKinds = {
  ...gapKinds,
  doubles: 'Duplicate parts',
  names: 'Names spelled two ways',
} as const;

export type CheckKind = keyof typeof checkKinds;

export function readCheckKind(sent: string | null): CheckKind {
  return sent !== null && Object.hasOwn(checkKinds, sent) ? (sent as CheckKind) : 'price';
}

export function isGap(kind: CheckKind): kind is GapKind {
  return Object.hasOwn(gapKinds, kind);
}

/** Returns the address of the list of the same parts, to change many at once. Undefined if the list has no such filter. */
export function listAddress(kind: CheckKind): string | undefined {
  if (kind === 'price') return '/admin?price=none';
  return kind === 'category' ? '/admin?category=General' : undefined;
}
