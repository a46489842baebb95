import { returnKinds } from '#core/orders/return.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ReturnStateBadge } from '#core/returns/ui/return-badges.tsx';
import { deskReturnAddress } from '#core/returns/returns-address.ts';

/** Shows the returns on the page of an order. */
export function OrderReturns({ returns }: Pick<OrderPageData, 'returns'>) {
  if (returns.length === 0) return null;
  return (
    <Section title="Returns">
      <ul className="divide-y divide-line">
        {returns.map(({ number, kind, state }) => (
          <li key={number} className="flex flex-wrap items-center gap-2 py-2 first:pt-0 last:pb-0">
            <TextLink to={deskReturnAddress(number)}>{formatReturnNumber(number)}</TextLink>
            <span>{returnKinds[kind]}</span>
            <ReturnStateBadge state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
