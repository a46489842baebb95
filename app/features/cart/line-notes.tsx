import type { CartItem, LineTerms } from '#domain/cart.ts';
import { sameTerms } from '#domain/cart-lines.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';

/** Where the stock ends, and whether the cart goes beyond it. */
export function StockNote({ inCart, available }: { inCart: number; available: number }) {
  if (inCart < available) return null;
  const beyond = inCart > available;
  return (
    <p
      className={classNames(
        'order-last w-full text-sm sm:order-none sm:mr-auto sm:w-auto',
        beyond ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {available <= 0 ? 'Out of Stock' : `Only ${available} in stock${beyond ? ': please take fewer' : ''}`}
    </p>
  );
}

interface TermsNoteProps {
  item: CartItem;
  /** What the catalogue sells the part at now; null: not at all. */
  terms: LineTerms | null;
  onTerms: (terms: LineTerms) => void;
}

/** Says that the part is no longer sold at what the line says, and takes over what it is sold at. */
export function TermsNote({ item, terms, onTerms }: TermsNoteProps) {
  if (terms && sameTerms(item, terms)) return null;
  return (
    <div className="order-last flex w-full flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-sm font-semibold text-danger">{termsNote(item, terms)}</p>
      {terms && (
        <Button size="small" onClick={() => onTerms(terms)}>
          Update Price
        </Button>
      )}
    </div>
  );
}

function termsNote(item: CartItem, terms: LineTerms | null): string {
  if (!terms) return 'This part has no price at the moment';
  const cents = centsFromDollars(terms.price);
  return centsFromDollars(item.price) === cents
    ? 'Tax or shipping has changed'
    : `Price is now ${formatDollars(cents)}`;
}
