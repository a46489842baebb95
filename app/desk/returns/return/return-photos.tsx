import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Section } from '#core/orders/ui/section.tsx';
import type { ReturnPageData } from './read-return-page.server.ts';

/** Shows what came back beside what was packed. */
export function ReturnPhotos({ found: { photos, packingPhotos } }: { found: ReturnPageData }) {
  return (
    <Section title="Photos">
      <div className="grid gap-4 sm:grid-cols-2">
        <Gallery
          title="When packing"
          empty="No photos were taken."
          photos={packingPhotos.map(({ id, part, takenAt }) => ({
            address: `/admin/order-photo/${id}`,
            text: part ?? 'The parcel',
            at: takenAt,
          }))}
        />
        <Gallery
          title="Of the return"
          empty="None yet."
          photos={photos.map(({ id, byShop, at }) => ({
            address: `/admin/return-photo/${id}`,
            text: byShop ? 'Inspection' : 'From the buyer',
            at,
          }))}
        />
      </div>
    </Section>
  );
}

interface GalleryProps {
  title: string;
  empty: string;
  photos: readonly { address: string; text: string; at: string }[];
}

function Gallery({ title, empty, photos }: GalleryProps) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      {photos.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      <ul className="mt-2 grid gap-3">
        {photos.map(({ address, text, at }) => (
          <li key={address} className="text-sm">
            <a href={address} target="_blank" rel="noreferrer" className="link block">
              <img
                src={address}
                alt={text}
                width={400}
                height={300}
                loading="lazy"
                className="aspect-4/3 w-full rounded-md border border-line bg-picture object-contain"
              />
              <span className="sr-only">, in a new window</span>
            </a>
            <p className="text-muted">
              {text}, <ExactTime time={at} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
