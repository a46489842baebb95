import { Link } from '#ui/link.tsx';
import { isInStock, type Part } from '#domain/part.ts';
import { partAddress, vehicleName } from '#domain/part-address.ts';
import { PartPicture } from '#ui/part-picture.tsx';
import { Price } from '#ui/price.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { SameNumberPart } from './related-parts.server.ts';

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
            <Link
              to={partAddress(part)}
              prefetch="intent"
              className="group flex h-full gap-4 overflow-hidden rounded-lg border border-line bg-surface text-ink no-underline hover:border-line-strong hover:bg-hover"
            >
              <PartPicture
                src={part.imageUrl}
                alt=""
                width={128}
                height={96}
                fit="cover"
                className="h-full min-h-24 w-32 shrink-0 border-r border-line"
              />
              <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-3 pr-4 wrap-anywhere">
                <span className="font-heading text-lg leading-tight font-semibold group-hover:underline">
                  {part.name}
                </span>
                {showVehicle && <span className="text-sm">{vehicleName(part)}</span>}
                <span className="text-sm text-muted">
                  {[part.brand, part.condition ?? (isInStock(part) ? null : 'Out of Stock')]
                    .filter(Boolean)
                    .join(', ')}
                </span>
                <span className="mt-auto">
                  {part.priceCents ? <Price cents={part.priceCents} /> : 'Price on request'}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SameNumberVehicles({ parts }: { parts: SameNumberPart[] }) {
  if (parts.length === 0) return null;
  return (
    <section className="mt-10">
      <h2>Other vehicles with the same OEM number</h2>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {parts.map((part) => (
          <li key={part.id} className="flex min-h-8 items-center">
            <TextLink to={partAddress(part)}>{vehicleName(part)}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
