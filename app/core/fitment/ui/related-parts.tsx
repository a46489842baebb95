import { useLivePart } from '#core/live/ui/live-store.ts';
import { Link } from '#kit/link.tsx';
import { isInStock, type Part } from '#core/catalog/part.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { FitNote } from './fit-note.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { PartPrice } from '#core/values/ui/price.tsx';
import { PictureNews } from '#core/catalog/ui/picture-news.tsx';

interface RelatedPartsProps {
  title: string;
  parts: Part[];
  showVehicle?: boolean;
}

export function RelatedParts({ title, parts, showVehicle }: RelatedPartsProps) {
  if (parts.length === 0) return null;
  return (
    <section className="mt-10">
      <h2>{title}</h2>
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {parts.map((part) => (
          <li key={part.id}>
            <RelatedPart part={part} showVehicle={showVehicle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RelatedPart({ part: loaded, showVehicle }: { part: Part; showVehicle: boolean | undefined }) {
  const { part, news } = useLivePart(loaded);
  return (
    <Link
      to={partAddress(part)}
      prefetch="intent"
      className="group flex h-full gap-4 overflow-hidden rounded-lg border border-line bg-surface text-ink no-underline hover:border-line-strong hover:bg-hover"
    >
      <span className="relative w-[min(8rem,40%)] shrink-0 border-r border-line bg-picture">
        <PartPicture
          src={part.imageUrl}
          part={part}
          alt=""
          width={128}
          height={96}
          className={`h-full min-h-24 w-full ${isInStock(part) ? '' : 'opacity-35'}`}
        />
        <PictureNews part={part} news={news} small />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-3 pr-4 wrap-anywhere">
        <span className="font-heading text-lg leading-tight font-semibold group-hover:underline">
          {part.name}
        </span>
        <span className="text-sm font-medium tabular-nums">{part.summary}</span>
        {showVehicle && <span className="text-sm">{vehicleName(part)}</span>}
        <span className="text-sm text-muted">
          {/* The stock is as it was loaded, so that no line is added. */}
          {[part.brand, part.condition ?? (isInStock(loaded) ? null : 'Out of Stock')]
            .filter((fact) => fact && !part.summary.includes(fact))
            .join(', ')}
        </span>
        <FitNote as="span" id={part.id} part={part} />
        <span className="mt-auto">
          <PartPrice cents={part.priceCents} />
        </span>
      </span>
    </Link>
  );
}
