import { Link } from '#ui/link.tsx';
import type { Part } from '#domain/part.ts';
import { partAddress } from '#domain/part-address.ts';

/** The name on a part's card. The link covers the whole card; the buttons are in front of it. */
export function PartLink({ part }: { part: Part }) {
  return (
    <Link to={partAddress(part)} prefetch="intent" className="part-link">
      {part.name}
    </Link>
  );
}
