import { type ReactNode, useState } from 'react';
import { MAX_QUANTITY } from '#core/carts/cart.ts';
import { stockNewsTexts } from '#core/live/live.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import { BATTERY_FEE_NAME } from '#core/pricing/battery-fee.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { CartColumns } from './cart-columns.tsx';
import type { CartTerms } from '#core/carts/cart-terms.ts';
import { describeMissing } from '#core/checkout/destination-draft.ts';
import { DestinationForm } from './destination-form.tsx';
import { ProblemNote, StockNote } from './line-notes.tsx';
import { Amount } from './order-summary.tsx';
import { findPlainProblem, listPayable, type PlainCart, type PlainLine } from './plain-cart.ts';

/** The cart as forms, for browsers without scripts. */
export default function PlainCartView({ terms, ...cart }: PlainCart & { terms: CartTerms }) {
  const { lines, added } = cart;
  const addedName = lines.find(({ partId }) => partId === added)?.part?.name;
  return (
    <>
      {addedName !== undefined && (
        <p role="status" className="mb-4 font-semibold">
          Added to Cart: {addedName}
        </p>
      )}
      <CartColumns
        lines={lines.map((line) => (
          <Line key={line.partId} {...line} />
        ))}
        summary={
          <div className="grid gap-6">
            {(cart.asked.fulfillment || cart.asked.destination) && (
              <PlainDestination {...cart} terms={terms} />
            )}
            <Summary {...cart} />
          </div>
        }
      />
    </>
  );
}

function Line(line: PlainLine) {
  const { partId, quantity, part } = line;
  const shop = useShop();
  const name = part?.name ?? 'Part';
  const problem = findPlainProblem(line);
  const most = Math.min(part?.allHeld ? MAX_QUANTITY : (part?.stock ?? 0), MAX_QUANTITY);
  return (
    <li className="grid grid-cols-[min(4.5rem,22%)_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[7rem_1fr]">
      <PartPicture
        src={part?.imageUrl ?? '/placeholder.svg'}
        alt=""
        width={112}
        height={84}
        eager
        className={`aspect-4/3 h-auto w-full self-start rounded-sm border border-line sm:row-span-2 ${problem ? 'opacity-35' : ''}`}
      />
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 gap-y-1 sm:flex-nowrap">
        <div className="min-w-0">
          <h2 className="text-lg leading-snug">
            {part ? <TextLink to={partAddress(part)}>{name}</TextLink> : name}
          </h2>
          {part && (
            <p className="min-h-5.5 text-sm font-medium">
              {part.summary} · Warranty {findPartTerms(part, shop).warranty}
            </p>
          )}
          {part?.oemNumber && (
            <p className="text-sm text-muted">
              Part # <PartNumber>{part.oemNumber}</PartNumber>
            </p>
          )}
        </div>
        {part?.priceCents ? (
          <p className="whitespace-nowrap">
            <Price cents={part.priceCents} /> <span className="text-sm text-muted">each</span>
          </p>
        ) : null}
      </div>
      <form
        method="post"
        action="/cart"
        className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-1 sm:col-start-2"
      >
        <input type="hidden" name="part" value={partId} />
        <div role="group" aria-label={`Quantity of ${name}`} className="flex items-center">
          <Change to={quantity - 1} label="Decrease quantity" icon="Minus" />
          <output className="min-w-12 text-center font-semibold tabular-nums">{quantity}</output>
          <Change to={quantity + 1} label="Increase quantity" icon="Plus" disabled={quantity >= most} />
        </div>
        <Button
          type="submit"
          name="quantity"
          value={0}
          variant="quiet"
          size="small"
          className="-mr-3"
          aria-label={`Remove ${name}`}
        >
          <Icon name="Trash2" /> Remove
        </Button>
        <div className="flex w-full flex-wrap gap-x-3 gap-y-1 text-sm">
          {part && !problem && !part.allHeld && <StockNote inCart={quantity} available={part.stock} />}
          {problem && <ProblemNote problem={problem} isOwn={false} />}
          {part?.allHeld && <p className="text-muted">{stockNewsTexts.held}.</p>}
        </div>
      </form>
    </li>
  );
}

interface ChangeProps {
  to: number;
  label: string;
  icon: 'Minus' | 'Plus';
  disabled?: boolean;
}

function Change({ to, label, icon, disabled }: ChangeProps) {
  return (
    <Button type="submit" name="quantity" value={to} size="icon" aria-label={label} disabled={disabled}>
      <Icon name={icon} />
    </Button>
  );
}

function PlainDestination({ asked, draft: entered, terms }: PlainCart & { terms: CartTerms }) {
  const [draft, setDraft] = useState(entered);
  return (
    <Card as="section" aria-label="Destination">
      <form method="post" action="/cart" className="grid gap-4">
        <input type="hidden" name="destination" value="entered" />
        <DestinationForm cart={{ asked, draft, onDraft: setDraft }} terms={terms} />
        <Button type="submit">Update Total</Button>
      </form>
    </Card>
  );
}

function Summary({ lines, quote, request, browserKey, asked, draft }: PlainCart) {
  const priced = quote?.status === 'priced' ? quote : undefined;
  const coreCents = quote?.coreCents ?? 0;
  const problem = findProblem({ lines, quote, asked, draft });
  const isPickup = asked.fulfillment && draft.kind === 'pickup';
  return (
    <Card as="section" aria-labelledby="order-summary">
      <h2 id="order-summary">Order Summary</h2>
      <dl className="mt-3 flex flex-col gap-2">
        <Amount label="Subtotal" cents={quote?.subtotalCents} />
        <Amount label="Tax" cents={priced?.taxCents} />
        <Amount label={isPickup ? 'Pickup' : 'Shipping'} cents={priced?.shippingCents} />
        {coreCents > 0 && <Amount label="Core charge" cents={coreCents} />}
        {priced && priced.batteryFeeCents > 0 && (
          <Amount label={BATTERY_FEE_NAME} cents={priced.batteryFeeCents} />
        )}
        <Amount label="Total" cents={priced?.totalCents} total />
      </dl>
      <div className="mt-5 flex flex-col gap-3">
        <form method="post" action="/functions/v1/checkout" className="grid">
          <input type="hidden" name="request" value={JSON.stringify(request ?? null)} />
          <input type="hidden" name="browserKey" value={browserKey} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            disabled={!request || problem !== undefined}
            aria-describedby="checkout-problem"
          >
            Proceed to Checkout
          </Button>
        </form>
        <ButtonLink to="/junkyard">Continue Shopping</ButtonLink>
      </div>
      <div id="checkout-problem" className="mt-3 empty:hidden">
        {problem}
      </div>
    </Card>
  );
}

function findProblem({
  lines,
  quote,
  asked,
  draft,
}: Omit<PlainCart, 'request' | 'browserKey' | 'added'>): ReactNode {
  if (listPayable(lines).length === 0)
    return <Problem>None of the parts in your cart can be bought right now.</Problem>;
  if (!quote) return <Problem>We couldn&apos;t calculate the price. Please try again.</Problem>;
  if (quote.status === 'open') return <p className="font-semibold">{describeMissing(quote, draft, asked)}</p>;
  if (quote.status === 'refused')
    return <Problem>{quote.refusals[0]?.text ?? 'This order cannot be sent'}</Problem>;
  const problem = findChargeProblem(quote.totalCents);
  return problem && <Problem>{problem}</Problem>;
}

function Problem({ children }: { children: ReactNode }) {
  return <p className="font-semibold text-danger">{children}</p>;
}
