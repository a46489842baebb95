import { countItems, countPart, MAX_QUANTITY } from '../cart.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { centsToFreeShipping } from '#core/pricing/free-shipping.ts';
import { defaultShipping } from '#core/pricing/pricing-terms.ts';
import { Button } from '#kit/button.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { showToast } from '#kit/show-toast.ts';
import { isPricedInBrowser, type RootData } from '../browser-pricing.ts';
import { readCart } from '../cart-store.ts';
import { FreeShippingNote } from './free-shipping-note.tsx';

export interface Added {
  title: string;
  part: CardPart;
  root: RootData | undefined;
  goToCart: () => void;
}

/** Shows a toast that is a small drawer: what was added, the cart, and where to go. It takes no focus. The first use loads it. */
export function showAdded({ title, part, root, goToCart }: Added): Promise<void> {
  return showToast({
    kind: 'success',
    id: 'added',
    title,
    description: part.name,
    more: ({ close }) => <Drawer part={part} root={root} close={close} goToCart={goToCart} />,
  });
}

interface DrawerProps extends Omit<Added, 'title'> {
  close: () => void;
}

function Drawer({ part, root, close, goToCart }: DrawerProps) {
  const items = readCart();
  const quantity = countPart(items, part.id);
  const cents = items.reduce((sum, item) => sum + centsFromDollars(item.price) * item.quantity, 0);
  const unitPriceCents = part.priceCents ?? 0;
  const count = countItems(items);
  return (
    <>
      <div className="flex gap-3 border-t border-line p-3 text-sm max-sm:py-2 short:hidden">
        <PartPicture
          src={part.imageUrl}
          part={part}
          alt=""
          width={72}
          height={54}
          eager
          className="self-start rounded-sm border border-line max-sm:hidden"
        />
        <div className="min-w-0">
          <p className="max-sm:hidden">
            {quantity} × {formatDollars(unitPriceCents)}
          </p>
          {isPricedInBrowser(part, root) && (
            <FreeShippingNote
              missingCents={centsToFreeShipping(
                { unitPriceCents, quantity, shippingCostCents: part.shippingCostCents },
                Math.min(part.stock, MAX_QUANTITY),
                defaultShipping,
              )}
            />
          )}
          <p className="text-muted">
            Your cart: {count === 1 ? '1 item' : `${count} items`}, {formatDollars(cents)}
          </p>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2 border-t border-line p-2">
        <Button size="small" onClick={close}>
          Keep looking
        </Button>
        <a
          href="/cart"
          className={buttonClasses({ variant: 'primary', size: 'small' })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            close();
            goToCart();
          }}
        >
          View cart
        </a>
      </div>
    </>
  );
}
