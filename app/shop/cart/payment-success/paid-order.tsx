import { type BuyerOrder, describeNext } from '#core/orders/buyer-order.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { OrderAmounts } from '#core/orders/ui/order-amounts.tsx';
import { OrderDelivery } from '#core/orders/ui/order-delivery.tsx';
import { OrderParts } from '#core/orders/ui/order-parts.tsx';
import { OrderSection } from '#core/orders/ui/order-section.tsx';

/** What was paid and what happens next, right after the payment. */
export function PaidOrder({ order, now }: { order: BuyerOrder; now: string }) {
  const shop = useShop();
  const number = formatOrderNumber(order.number);
  return (
    <div className="mt-4 grid gap-4">
      <OrderSection title={`Order ${number}`}>
        <p>{describeNext(order, shop, new Date(now)).join(' ')}</p>
        {order.buyer?.email && (
          <p className="mt-2 wrap-anywhere">
            We email {order.buyer.email} a link to this order and send updates about it.
          </p>
        )}
        <ButtonLink to={`/orders/${number}`} state={{ email: order.buyer?.email }} className="mt-3">
          Follow your order
        </ButtonLink>
      </OrderSection>
      <OrderSection title="Parts">
        <OrderParts lines={order.lines} />
      </OrderSection>
      <OrderSection title="Totals">
        <OrderAmounts order={order} />
      </OrderSection>
      {order.isFull && (
        <OrderSection title={order.fulfillment === 'pickup' ? 'Pickup' : 'Ship to'}>
          <OrderDelivery order={order} />
        </OrderSection>
      )}
    </div>
  );
}
