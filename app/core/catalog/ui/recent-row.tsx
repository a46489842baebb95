import { useEffect, useRef, useState } from 'react';
import { type CatalogRow, partFromRow } from '../catalog-row.ts';
import { fetchRows } from '../fetch-rows.ts';
import { isInStock, type Part } from '../part.ts';
import { partAddress } from '../part-address.ts';
import { Button } from '#kit/button.tsx';
import { Link } from '#kit/link.tsx';
import { PartPicture } from './part-picture.tsx';
import { PartPrice } from '#core/values/ui/price.tsx';
import { othersThan, readRecent, writeRecent } from './recent-parts.tsx';

/** Parts are loaded when the row is this far below the screen. */
const MARGIN = '300px';

/** Shows current prices and stock. It is loaded in browsers with a history. */
export default function RecentRow({ current }: { current: string }) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  // The history as it was when the page was opened.
  const [ids] = useState(() => othersThan(current, readRecent()).join(','));

  useEffect(() => {
    if (!room.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={room} className="min-h-80">
      {isNear && ids && <Row ids={ids} />}
    </div>
  );
}

/** @param ids separated by commas. */
function Row({ ids }: { ids: string }) {
  const parts = useParts(ids);
  const [isCleared, setIsCleared] = useState(false);
  const cleared = useRef<HTMLParagraphElement>(null);

  // The focused button is gone.
  useEffect(() => {
    if (isCleared) cleared.current?.focus();
  }, [isCleared]);

  if (isCleared) {
    return (
      <p ref={cleared} tabIndex={-1} className="text-muted outline-none">
        Recently viewed parts cleared.
      </p>
    );
  }
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="recent">Recently viewed</h2>
        <Button
          variant="quiet"
          aria-label="Clear recently viewed parts"
          onClick={() => {
            writeRecent([]);
            setIsCleared(true);
          }}
        >
          Clear
        </Button>
      </div>
      <ul className="mt-3 flex gap-3 overflow-x-auto pb-3">
        {parts.map((part) => (
          <RecentPart key={part.id} part={part} />
        ))}
      </ul>
    </section>
  );
}

function RecentPart({ part }: { part: Part }) {
  return (
    <li className="w-40 shrink-0">
      <Link
        to={partAddress(part)}
        prefetch="intent"
        className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface text-ink no-underline hover:border-line-strong hover:bg-hover focus-visible:-outline-offset-2"
      >
        <PartPicture
          src={part.imageUrl}
          part={part}
          alt=""
          width={160}
          height={120}
          className={`h-30 w-full border-b border-line bg-picture ${isInStock(part) ? '' : 'opacity-35'}`}
        />
        <span className="flex flex-1 flex-col p-2.5 text-sm wrap-anywhere">
          <span className="font-semibold group-hover:underline">{part.name}</span>
          <span className="text-muted">{part.summary}</span>
          <span className="mt-auto pt-1">
            <PartPrice cents={part.priceCents} />
            {!isInStock(part) && <span className="block text-muted">Out of Stock</span>}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Returns the parts in the order of `ids`. Forgets parts that the catalog no longer has. */
function useParts(ids: string): Part[] {
  const [parts, setParts] = useState<Part[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    fetchParts(ids, controller.signal).then(setParts, () => undefined);
    return () => controller.abort();
  }, [ids]);
  return parts;
}

async function fetchParts(ids: string, signal: AbortSignal): Promise<Part[]> {
  const rows = await fetchRows<CatalogRow>(ids.split(','), signal);
  if ([...rows.values()].includes(null)) writeRecent(readRecent().filter((id) => rows.get(id) !== null));
  return [...rows.values()].flatMap((row) => (row ? [partFromRow(row)] : []));
}
