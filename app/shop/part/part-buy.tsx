import { type ReactNode, useState } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import { canBeBought, type Part } from '#core/catalog/part.ts';
import { Select } from '#kit/select.tsx';
import { BuyNowNote } from '#core/carts/ui/buy-button.tsx';
import { BuyButtons } from '#core/checkout/ui/buy-buttons.tsx';

/** Shoppers add more units in the cart. */
const MAX_OFFERED = 20;

/** Shows the buttons on the part's page. If more than one unit is in stock, the shopper can choose how many. */
export function PartBuy({ part, request }: { part: Part; request: ReactNode }) {
  const { part: now } = useLivePart(part);
  const [chosen, setChosen] = useState(1);
  const most = Math.min(now.stock, MAX_OFFERED);
  const units = Math.max(1, Math.min(chosen, most));
  return (
    <>
      <BuyButtons
        part={part}
        request={request}
        units={units}
        quantity={
          part.stock > 1 && (
            <Select
              label="Quantity"
              name="quantity"
              className="w-20"
              value={units}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {Array.from({ length: Math.max(1, most) }, (_, index) => (
                <option key={index}>{index + 1}</option>
              ))}
            </Select>
          )
        }
      />
      {canBeBought(part) && <BuyNowNote>Buy Now opens your cart.</BuyNowNote>}
    </>
  );
}
