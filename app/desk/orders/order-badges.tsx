import type { Review } from '#core/orders/order-action.ts';
import type { DisputeState, OrderStatus } from '#core/orders/order.ts';
import { type Progress, progressLabels } from '#core/orders/order-progress.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';

const progressTones: Record<Progress, BadgeTone> = {
  to_pack: 'warning',
  packed: 'info',
  partly_shipped: 'info',
  ready: 'info',
  shipped: 'good',
  delivered: 'good',
  picked_up: 'good',
  canceled: 'neutral',
};

export interface OrderState {
  status: OrderStatus;
  progress: Progress | null;
  dispute: DisputeState | null;
  review: Review | null;
  holdReason: string | null;
  refundedCents: number;
  isOverdue: boolean;
  /** True in lists if an assistant prepared it. */
  byAssistant?: boolean;
  hasMoved?: boolean;
}

/** Shows where the parts are, and what is unusual about the money. */
export function OrderBadges(state: OrderState) {
  const { status, progress, dispute, review, holdReason, refundedCents, isOverdue, byAssistant, hasMoved } =
    state;
  if (hasMoved) return <Badge>Moved</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {progress && <Badge tone={progressTones[progress]}>{progressLabels[progress]}</Badge>}
      {review === 'waiting' && progress !== 'canceled' && <Badge tone="bad">Review</Badge>}
      {holdReason !== null && progress !== 'canceled' && <Badge tone="warning">On hold</Badge>}
      {isOverdue && <Badge tone="bad">Overdue</Badge>}
      {dispute === 'open' && <Badge tone="bad">Disputed</Badge>}
      {dispute === 'lost' && <Badge tone="bad">Dispute lost</Badge>}
      {dispute === 'won' && <Badge>Dispute won</Badge>}
      {status === 'canceled' && <Badge tone="bad">Sold out, not refunded</Badge>}
      {status === 'refunded' && <Badge tone="warning">Refunded</Badge>}
      {status !== 'refunded' && refundedCents > 0 && <Badge tone="warning">Partly refunded</Badge>}
      {byAssistant && <Badge tone="outline">Assistant</Badge>}
      {progress === null && !isPaid(status) && <Badge>Not paid</Badge>}
    </span>
  );
}

function isPaid(status: OrderStatus): boolean {
  return status === 'completed' || status === 'refunded' || status === 'disputed' || status === 'canceled';
}
