import type { BuyerOrder } from '#domain/buyer-order.ts';
import { hasLeft } from '#domain/order-progress.ts';
import { formatOrderNumber } from '#domain/order-number.ts';
import { formatReturnNumber } from '#domain/return-number.ts';
import { returnKinds, returnStates } from '#domain/return.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { OrderSection } from './order-section.tsx';

/** The returns of an order with their states, and the forms that ask for others. */
export function OrderReturns({ order }: { order: BuyerOrder }) {
  const { returns = [], status, progress, coreCents } = order;
  const page = `/orders/${formatOrderNumber(order.number)}`;
  const mayAsk = status === 'completed' && hasLeft(progress);
  if (!order.isFull || (!mayAsk && returns.length === 0)) return null;
  return (
    <OrderSection title="Returns">
      {returns.length > 0 && (
        <ul className={mayAsk ? 'mb-4 grid gap-1' : 'grid gap-1'}>
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
              <TextLink to={`${page}/core`}>Send cores back</TextLink>
            </li>
          )}
        </ul>
      )}
    </OrderSection>
  );
}
