import type { BuyerOrder } from '#core/orders/buyer-order.ts';
import { hasLeft } from '#core/orders/order-progress.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { describeOrderTerms } from '#core/orders/order-terms.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { returnKinds, returnStates } from '#core/orders/return.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { TermLines } from '#core/orders/ui/term-lines.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { OrderSection } from '#core/orders/ui/order-section.tsx';

/** Shows the terms of an order's parts, its returns with their states, and the forms that ask for others. */
export function OrderReturns({ order }: { order: BuyerOrder }) {
  const shop = useShop();
  const { isFull, returns = [], status, progress, coreCents } = order;
  const page = `/orders/${formatOrderNumber(order.number)}`;
  const mayAsk = isFull && status === 'completed' && hasLeft(progress);
  // An order without parts or without money has nothing to return.
  const terms = progress === null || status === 'refunded' ? [] : describeOrderTerms(order, shop);
  if (terms.length === 0 && returns.length === 0) return null;
  return (
    <OrderSection title="Returns and warranty">
      <div className="grid gap-4">
        {terms.length > 0 && <TermLines terms={terms} />}
        {returns.length > 0 && (
          <ul className="grid gap-1">
            {returns.map(({ number, kind, state }) => (
              <li key={number} className="leading-8">
                <TextLink to={`${page}/returns/${formatReturnNumber(number)}`}>
                  {formatReturnNumber(number)}
                </TextLink>{' '}
                {returnKinds[kind]}, {returnStates[state].toLowerCase()}
              </li>
            ))}
          </ul>
        )}
        {mayAsk && (
          <ul className="grid gap-1">
            <li className="mb-2">
              <ButtonLink to={`${page}/return`}>Return parts</ButtonLink>
            </li>
            <li className="leading-8">
              <TextLink to={`${page}/claim`}>Make a warranty claim</TextLink>
            </li>
            {coreCents > 0 && (
              <li className="leading-8">
                <TextLink to={`${page}/core`}>Return old parts</TextLink>
              </li>
            )}
          </ul>
        )}
      </div>
    </OrderSection>
  );
}
