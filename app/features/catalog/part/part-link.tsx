import { Link } from '#ui/link.tsx';
import type { Part } from '#domain/part.ts';
import { partAddress } from '#domain/part-address.ts';

/** The name on a part's card: one link for it and all that surrounds it; the buttons stand in front of it. */
export function PartLink({ part }: { part: Part }) {
  return (
    <Link to={partAddress(part)} prefetch="intent" className="part-link">
      {part.name}
    </Link>
  );
}
