import type { DeskLine, DeskOrder } from '#core/orders/desk-order.server.ts';

export interface OrderDialogProps {
  order: DeskOrder;
  onClose: () => void;
}

export function describeLine({ vehicle, condition }: DeskLine): string {
  return [vehicle, condition].filter((text) => text !== null && text !== '').join(', ');
}
