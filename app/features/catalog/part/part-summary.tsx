import { findOwnWarranty } from '#domain/part-terms.ts';
import type { Part } from '#domain/part.ts';
import { useShop } from '#ui/use-shop.ts';

/** The main facts of a part on its card, with its warranty if that is not the one of the shop's terms. */
export function PartSummary({ part }: { part: Part }) {
  const warranty = findOwnWarranty(part, useShop());
  return (
    <p className="part-summary">
      <span>{part.summary}</span>
      {warranty !== null && <span className="part-warranty"> · Warranty {warranty}</span>}
    </p>
  );
}
