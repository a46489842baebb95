import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { Link } from '#kit/link.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { PartPrice } from '#core/values/ui/price.tsx';
import type { ArrivedPart } from './shopfront.server.ts';

/** Shows the newest parts as the page was rendered. A change of the catalog renders the page anew. */
export function JustArrived({ parts }: { parts: readonly ArrivedPart[] }) {
  if (parts.length === 0) return null;
  return (
    <section id="arrived">
      <div className="shelf-head">
        <h2>Just arrived</h2>
        <TextLink to="/junkyard?in_stock=1&sort=newest">All new arrivals</TextLink>
      </div>
      <ul className="shelf">
        {parts.map((part) => (
          <li key={part.id}>
            <Link to={partAddress(part)} prefetch="intent" className="shelf-part">
              <PartPicture
                src={part.imageUrl}
                part={part}
                alt=""
                width={296}
                height={222}
                sizes="(width >= 64rem) 296px, (width >= 40rem) 33vw, 50vw"
              />
              <span className="shelf-text">
                <span className="tile-name">{part.name}</span>
                <span className="text-sm">{vehicleName(part)}</span>
                <span className="text-sm text-muted">{part.summary}</span>
                <PartPrice cents={part.priceCents} className="mt-auto pt-1" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
