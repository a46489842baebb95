import { TextField } from '#kit/text-field.tsx';
import type { OrderDialogProps } from '../order/order-dialog.ts';

/** Takes a price for the whole shipment. Once a parcel has left, the shipping stays as it was. */
export function ShippingField({ order }: Pick<OrderDialogProps, 'order'>) {
  if (order.fulfillment === 'pickup' || order.lines.some(({ shipped }) => shipped > 0)) return null;
  return (
    <TextField
      name="shipping"
      label="Shipping"
      unit="$"
      inputMode="decimal"
      autoComplete="off"
      hint="Leave it empty to compute it."
    />
  );
}
