import { useRef } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { type CartItem, type LineTerms, MAX_QUANTITY, hasSameTerms } from '#core/carts/cart.ts';
import { stockNewsTexts } from '#core/live/live.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import { isPartId } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { findPartTerms } from '#core/settings/part-terms.ts';
import { centsToFreeShipping, type FreeShippingRule } from '#core/pricing/free-shipping.ts';
import { Button } from '#kit/button.tsx';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { Link } from '#kit/link.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { FitNote } from '#core/fitment/ui/fit-note.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { describeReady } from '#core/yard/ready-day.ts';
import { type CatalogFacts, findLineProblem } from './catalog-facts.ts';
import { FreeShippingNote } from '#core/carts/ui/free-shipping-note.tsx';
import HeldForYou from '#core/checkout/ui/held-for-you.tsx';
import { ProblemNote, RefusalNote, StockNote, TermsNote } from './line-notes.tsx';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import { useWatchOwnHolds } from '#core/checkout/ui/part-actions.tsx';

interface CartLineProps {
  item: CartItem;
  /** Units of the part in the whole cart. */
  inCart: number;
  facts: CatalogFacts | undefined;
  /** The rule is null if it is not known, or of no use. */
  freeShipping: FreeShippingRule | null;
  /** The reason why the part can't be sent to the destination. */
  refusal: LineRefusal | undefined;
  /** 0 removes the line. */
  onQuantity: (quantity: number) => void;
  onTerms: (terms: LineTerms) => void;
}

export function CartLine({ item, inCart, facts, freeShipping, refusal, onQuantity, onTerms }: CartLineProps) {
  const { name, partNumber, price, quantity, image } = item;
  const unitPriceCents = centsFromDollars(price);
  const holds = useOwnHolds(item.id);
  const line = useRef<HTMLLIElement>(null);
  const shop = useShop();
  const warranty = facts?.covered && `Warranty ${findPartTerms(facts.covered, shop).warranty}`;
  const problem = findLineProblem(facts);
  const ready = describeReady(facts?.readyFrom ?? null);
  const isHeld = holds.length > 0;
  // The summary shows the payment of the cart.
  const others = holds.filter(({ purchase }) => purchase !== 'cart');
  useWatchOwnHolds(!isHeld && facts?.allHeld === true);
  return (
    <li
      ref={line}
      tabIndex={-1}
      className="grid grid-cols-[min(4.5rem,22%)_minmax(0,1fr)] gap-x-4 gap-y-2 p-4 outline-none sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
    >
      <PartPicture
        src={image}
        part={item}
        alt=""
        width={112}
        height={84}
        eager
        className={`aspect-4/3 h-auto w-full self-start rounded-sm border border-line sm:row-span-3 ${problem ? 'opacity-35' : ''}`}
      />
      <div className="min-w-0">
        <h2 className="text-lg leading-snug">
          {isPartId(item.id) && !facts?.isGone ? (
            <Link to={findAddress(item, facts)} className="text-ink hover:text-link hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {/* It has its height before the catalog answers. */}
        <p className="min-h-5.5 truncate text-sm">{facts?.vehicle && vehicleName(facts.vehicle)}</p>
        {partNumber && (
          <p className="text-sm text-muted">
            Part # <PartNumber>{partNumber}</PartNumber>
          </p>
        )}
        <p className="line-clamp-2 min-h-10.5 text-sm font-medium sm:line-clamp-1 sm:min-h-5.5">
          {listFacts(facts, warranty)}
        </p>
        {facts?.vehicle ? (
          <FitNote id={item.id} part={facts.vehicle} className="sm:min-h-10" />
        ) : (
          <p className="fit-room sm:min-h-10" />
        )}
      </div>
      {/* A row of its own on a phone. */}
      <div className="col-span-2 flex flex-wrap items-center gap-x-2 sm:contents">
        <QuantityButtons
          name={name}
          quantity={quantity}
          canAdd={inCart < Math.min(facts?.available ?? MAX_QUANTITY, MAX_QUANTITY)}
          onQuantity={onQuantity}
        />
        <Button
          variant="quiet"
          size="small"
          className="min-h-11 sm:col-start-3 -mr-3 sm:ml-auto"
          aria-label={`Remove ${name}`}
          onClick={() => onQuantity(0)}
        >
          <Icon name="Trash2" /> <span className="max-sm:hidden">Remove</span>
        </Button>
        <p className="ml-auto flex flex-col items-end sm:col-start-3 sm:row-start-1">
          <Price cents={unitPriceCents * quantity} size="medium" className="leading-6" />
          {quantity > 1 && (
            <span className="text-sm leading-5 whitespace-nowrap text-muted tabular-nums">
              {formatDollars(unitPriceCents)} each
            </span>
          )}
        </p>
      </div>
      <div
        aria-live="polite"
        className="col-span-2 -mb-2 flex min-h-12 flex-wrap content-start items-center gap-x-3 gap-y-1 text-sm sm:col-start-2 sm:min-h-9"
      >
        {ready && !problem && <p className="font-semibold">{ready}</p>}
        {facts && !problem && <StockNote inCart={inCart} available={facts.available} />}
        {facts?.terms &&
          !problem &&
          hasSameTerms(item, facts.terms) &&
          freeShipping &&
          !facts.needsServerPricing && (
            <FreeShippingNote
              missingCents={centsToFreeShipping(
                { unitPriceCents, quantity, shippingCostCents: centsOf(item.shipping_cost) },
                facts.available,
                freeShipping,
              )}
            />
          )}
        {facts?.terms && !problem && <TermsNote item={item} terms={facts.terms} onTerms={onTerms} />}
        {refusal && <RefusalNote item={item} refusal={refusal} />}
        {problem && <ProblemNote problem={problem} isOwn={isHeld} />}
        {!isHeld && facts?.allHeld && <p className="text-muted">{stockNewsTexts.held}.</p>}
      </div>
      {others.length > 0 && (
        <div className="col-span-2 sm:col-start-2">
          <HeldForYou name={name} holds={others} onCanceled={() => line.current?.focus()} />
        </div>
      )}
    </li>
  );
}

/** A rebuilder is often the brand. */
function listFacts({ summary = '', brand = '' }: Partial<CatalogFacts> = {}, warranty: string | undefined) {
  const shown = [summary, warranty?.replaceAll(' ', '\u00A0'), summary.endsWith(` ${brand}`) ? '' : brand];
  return shown.filter(Boolean).join('\u00A0· ');
}

function findAddress({ id, name }: CartItem, facts: CatalogFacts | undefined): string {
  const { make = null, model = null, year = null } = facts?.vehicle ?? {};
  return partAddress({ id, name, make, model, year });
}

function centsOf(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : centsFromDollars(dollars);
}

interface QuantityButtonsProps {
  name: string;
  quantity: number;
  canAdd: boolean;
  onQuantity: (quantity: number) => void;
}

function QuantityButtons({ name, quantity, canAdd, onQuantity }: QuantityButtonsProps) {
  return (
    <div role="group" aria-label={`Quantity of ${name}`} className="flex items-center">
      <Button size="icon" aria-label="Decrease quantity" onClick={() => onQuantity(quantity - 1)}>
        <Icon name="Minus" />
      </Button>
      <output className="min-w-12 text-center font-semibold tabular-nums">{quantity}</output>
      <Button
        size="icon"
        aria-label="Increase quantity"
        disabled={!canAdd}
        onClick={() => onQuantity(quantity + 1)}
      >
        <Icon name="Plus" />
      </Button>
    </div>
  );
}
