import type { DisputeState, OrderStatus } from '#core/orders/order.ts';

export const statusTexts: Record<OrderStatus, string> = {
  pending: 'Not paid yet',
  completed: 'Paid',
  canceled: 'Paid, but sold out',
  expired: 'Not paid in time',
  failed: 'The payment failed',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

export const disputeTexts: Record<DisputeState, string> = {
  open: 'Open dispute',
  won: 'Dispute won',
  lost: 'Dispute lost',
};
