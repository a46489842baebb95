import type { ReactNode } from 'react';
import { type CartItem, type LineTerms, sameTerms } from '#domain/cart.ts';
import { centsFromDollars, formatDollars } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import type { CatalogFacts } from './catalog-facts.ts';

interface LineNotesProps {
  item: CartItem;
  inCart: number;
  facts: CatalogFacts;
  onTerms: (terms: LineTerms) => void;
}

/** What the shopper has to know of a line before paying: it will not be sold as it stands. */
export function LineNotes({ item, inCart, facts, onTerms }: LineNotesProps) {
  const { available, terms } = facts;
  const stock = stockNote(inCart, available);
  return (
    <>
      {stock && <Note problem={inCart > available}>{stock}</Note>}
      {terms === null && <Note problem>This part has no price at the moment.</Note>}
      {terms && !sameTerms(item, terms) && (
        <Note
          problem
          action={
            <Button size="small" onClick={() => onTerms(terms)}>
              Update Price
            </Button>
          }
        >
          {centsFromDollars(item.price) === centsFromDollars(terms.price)
            ? 'Tax or shipping has changed'
            : `Price is now ${formatDollars(centsFromDollars(terms.price))}`}
        </Note>
      )}
    </>
  );
}

function stockNote(inCart: number, available: number): string | undefined {
  if (available <= 0) return 'Out of Stock';
  if (inCart > available) return `Only ${available} in stock: please take fewer`;
  return inCart === available ? `Only ${available} in stock` : undefined;
}

function Note({ problem, action, children }: { problem: boolean; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p className={problem ? 'font-semibold text-danger' : 'text-muted'}>{children}</p>
      {action}
    </div>
  );
}
