import { Link } from 'react-router';
import type { Part } from '#domain/part.ts';
import { partAddress } from '#domain/part-address.ts';

/** The name on a part's card: one link for it and all that surrounds it; the buttons stand in front of it. */
export function PartLink({ part }: { part: Part }) {
  return (
    <Link
      to={partAddress(part)}
      prefetch="intent"
      className="text-ink no-underline hover:text-link hover:underline after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {part.name}
    </Link>
  );
}
