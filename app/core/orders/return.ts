export const returnKinds = {
  return: 'Return',
  warranty: 'Warranty claim',
  core: 'Core',
} as const;

export type ReturnKind = keyof typeof returnKinds;

export const returnStates = {
  asked: 'Requested',
  approved: 'Approved',
  refused: 'Declined',
  received: 'Received',
  inspected: 'Inspected',
  refunded: 'Refunded',
  sent_back: 'Sent back',
  canceled: 'Canceled',
} as const;

export type ReturnState = keyof typeof returnStates;

/** Reasons for a return. Each tells whether the shop is at fault if the reason is true. */
export const returnReasons = {
  not_needed: { label: "I don't need it", isShopFault: false },
  ordered_wrong: { label: 'I ordered the wrong part', isShopFault: false },
  does_not_fit: { label: "It doesn't fit my vehicle", isShopFault: false },
  wrong_part: { label: 'You sent the wrong part', isShopFault: true },
  not_as_described: { label: "It's not as described", isShopFault: true },
  damaged: { label: 'It arrived damaged', isShopFault: true },
  defective: { label: "It doesn't work", isShopFault: true },
} as const;

export type ReturnReason = keyof typeof returnReasons;

/** Actions of staff on a return. Addresses of requests have the same names. */
export const returnActions = ['approve', 'refuse', 'receive', 'inspect', 'refund', 'send-back'] as const;

export type ReturnAction = (typeof returnActions)[number];

interface ReturnFacts {
  state: ReturnState;
  /** True if a refund was requested and has not failed. */
  isBeingRefunded: boolean;
}

/** Returns true if staff can take a step now. The database checks the steps too (db/migrations/0020_returns.sql). */
export function isReturnActionOffered(
  action: ReturnAction,
  { state, isBeingRefunded }: ReturnFacts,
): boolean {
  switch (action) {
    case 'approve':
      return state === 'asked';
    case 'refuse':
      return state === 'asked' || state === 'approved';
    case 'receive':
      return state === 'approved';
    case 'inspect':
      return state === 'received';
    case 'refund':
    case 'send-back':
      return state === 'inspected' && !isBeingRefunded;
  }
}

/** Tells whether the buyer can still cancel, and add photographs. */
export function isOpenForBuyer(state: ReturnState): boolean {
  return state === 'asked' || state === 'approved';
}

/** Tells who is at fault by the shop's rules, before staff decide. Nobody is at fault with a core. */
export function presumeShopFault(kind: ReturnKind, reason: string | null): boolean {
  if (kind !== 'return') return kind === 'warranty';
  return reason !== null && Object.hasOwn(returnReasons, reason)
    ? returnReasons[reason as ReturnReason].isShopFault
    : false;
}

export function describeReason(kind: ReturnKind, reason: string | null): string {
  if (kind !== 'return') return returnKinds[kind];
  return reason !== null && Object.hasOwn(returnReasons, reason)
    ? returnReasons[reason as ReturnReason].label
    : 'Other';
}

/** Describes how many units arrived if there were fewer than announced. Follows the name of the part. */
export function describeArrival(arrived: number, announced: number): string {
  return arrived === announced ? '' : `: ${arrived === 0 ? 'none' : arrived} arrived`;
}

/** Maximum of one return, from the buyer and from the shop together. */
export const MAX_RETURN_PHOTOS = 12;

export const returnTextLengths = { details: 2000, installer: 200, note: 1000, sendTo: 500 } as const;
