import type { Review } from '#domain/order-action.ts';
import type { OrderStatus } from '#domain/order.ts';
import type { Progress } from '#domain/order-progress.ts';

export interface ActionLine {
  id: string;
  name: string;
  vehicle: string | null;
  condition: string | null;
  quantity: number;
  packed: number;
  canceled: number;
  shipped: number;
  refunded: number;
  unitPriceCents: number;
  taxCents: number;
  coreCents: number;
  coreTaxCents: number;
}

/** What the actions need of an order. Amounts in cents. */
export interface ActionOrder {
  number: number;
  status: OrderStatus;
  progress: Progress;
  fulfillment: 'ship' | 'pickup';
  review: Review | null;
  customerName: string | null;
  /** In ISO 8601. */
  shipBy: string | null;
  shippingCents: number;
  leftCents: number;
  lines: ActionLine[];
}

export interface OrderDialogProps {
  order: ActionOrder;
  onClose: () => void;
}

export function describeLine({ vehicle, condition }: ActionLine): string {
  return [vehicle, condition].filter((text) => text !== null && text !== '').join(', ');
}
