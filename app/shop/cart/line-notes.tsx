import { type CartItem, type LineTerms, hasSameTerms } from '#core/carts/cart.ts';
import { stockNewsTexts } from '#core/live/live.ts';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import { Button } from '#kit/button.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { LineProblem } from './catalog-facts.ts';

const problems: Record<LineProblem, string> = {
  gone: 'This part is no longer in the catalog',
  'sold-out': 'Out of Stock',
  'no-price': 'This part has no price right now',
};

export function ProblemNote({ problem, isOwn }: { problem: LineProblem; isOwn: boolean }) {
  return (
    <p>
      {!isOwn && <span className="font-semibold text-danger">{problems[problem]}. </span>}
      Not included in the total.
    </p>
  );
}

export function StockNote({ inCart, available }: { inCart: number; available: number }) {
  if (inCart < available) return null;
  const isTooMany = inCart > available;
  return (
    <p className={isTooMany ? 'font-semibold text-danger' : 'text-muted'}>
      {isTooMany
        ? `Only ${available} in stock: please reduce the quantity`
        : available === 1
          ? stockNewsTexts.last
          : `Only ${available} in stock`}
    </p>
  );
}

export function RefusalNote({ item, refusal }: { item: CartItem; refusal: LineRefusal }) {
  return (
    <p className="font-semibold text-danger">
      {refusal.reason === 'quote' ? (
        <TextLink to={formatRequestUrl({ part: item.name, oem: item.partNumber })}>{refusal.text}</TextLink>
      ) : (
        refusal.text
      )}
    </p>
  );
}

interface TermsNoteProps {
  item: CartItem;
  terms: LineTerms;
  onTerms: (terms: LineTerms) => void;
}

export function TermsNote({ item, terms, onTerms }: TermsNoteProps) {
  if (hasSameTerms(item, terms)) return null;
  return (
    <>
      <p className="font-semibold text-danger">{describeChange(item, terms)}</p>
      <Button size="small" onClick={() => onTerms(terms)}>
        Update price
      </Button>
    </>
  );
}

function describeChange(item: CartItem, terms: LineTerms): string {
  const cents = centsFromDollars(terms.price);
  return centsFromDollars(item.price) === cents
    ? 'Tax or shipping has changed'
    : `Price is now ${formatDollars(cents)}`;
}
