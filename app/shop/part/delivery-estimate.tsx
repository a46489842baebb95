import { useId, useState, useSyncExternalStore } from 'react';
import { usStates } from '#core/addresses/destination.ts';
import { formatShortDollars } from '#core/values/money.ts';
import { findArrivalDay, formatShortDay, type OpeningHours } from '#core/settings/opening-hours.ts';
import type { ShippingOffer } from '#core/pricing/offered-shipping.ts';
import { findStateOfZip } from '#core/addresses/zip-state.ts';
import { findBegin, type ReadyFrom } from '#core/yard/ready-day.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { readDraft, storeDraft } from '#core/checkout/destination-draft.ts';

const never = () => () => {};

/** Shows the last day on which a part ordered now arrives. Asks for the ZIP code only if the answer depends on it. */
export default function DeliveryEstimate({
  offers,
  readyFrom,
}: {
  offers: readonly ShippingOffer[];
  readyFrom: ReadyFrom;
}) {
  const id = useId();
  const shop = useShop();
  // Only the browser knows when the page is read.
  const isBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [now] = useState(() => new Date());
  const [typed, setTyped] = useState<string>();
  const zip = typed ?? (isBrowser ? readDraft().zip : '');
  const asksZip = offers.some(({ states }) => states !== null);

  function onZip(text: string) {
    const digits = text.replaceAll(/\D/g, '').slice(0, 5);
    setTyped(digits);
    const state = findStateOfZip(digits);
    // The cart asks for the same place.
    if (state) storeDraft({ ...readDraft(), zip: digits, state });
  }

  return (
    <>
      {asksZip && (
        <p className="needs-script mt-1.5 flex items-center gap-2">
          <label htmlFor={id}>To ZIP code</label>
          <input
            id={id}
            value={zip}
            autoComplete="shipping postal-code"
            inputMode="numeric"
            maxLength={5}
            aria-describedby={`${id}-answer`}
            className="control w-24"
            onChange={({ target }) => onZip(target.value)}
          />
        </p>
      )}
      <p id={`${id}-answer`} aria-live="polite" className="min-h-5.5 text-muted">
        {isBrowser && describe(offers, asksZip ? zip : null, shop, findBegin(readyFrom, shop.timeZone, now))}
      </p>
    </>
  );
}

/**
 * @param zip Null if it does not matter.
 * @param begins When the shop can send it. Null if no one knows.
 */
function describe(
  offers: readonly ShippingOffer[],
  zip: string | null,
  shop: OpeningHours,
  begins: Date | null,
): string {
  const state = zip === null ? undefined : findStateOfZip(zip);
  if (zip !== null && zip.length < 5) return '';
  if (zip !== null && !state) return "We don't know this ZIP code";
  const offer = offers.find(({ states }) => states === null || (state && states.includes(state)));
  if (!offer) return `Ask us about shipping to ${usStates[state ?? ''] ?? 'this ZIP code'}`;
  const { cents, days } = offer;
  const cost = zip === null ? [] : [cents === 0 ? 'Free shipping' : formatShortDollars(cents)];
  const arrival =
    days && begins ? [`usually arrives by ${formatShortDay(findArrivalDay(shop, begins, days.max))}`] : [];
  const text = [...cost, ...arrival].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
