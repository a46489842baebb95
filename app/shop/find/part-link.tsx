import { Link } from '#kit/link.tsx';
import type { CardPart } from '#core/catalog/card-part.ts';
import { partAddress } from '#core/catalog/part-address.ts';

/** The link covers the whole card, behind its buttons. */
export function PartLink({ part }: { part: CardPart }) {
  return (
    <Link to={partAddress(part)} prefetch="intent" className="part-link">
      {part.name}
    </Link>
  );
}
