import { formatPartCount } from '#core/catalog/part-count.ts';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { carAddress, carDrawing, carTitle } from '#core/yard/public-car.ts';
import type { ListedCar } from '#core/yard/public-cars.server.ts';
import { Link } from '#kit/link.tsx';
import { CameIn } from '../came-in.tsx';

/** Shows a car in the list. All of the card is its link. */
export function CarCard({ car, eager }: { car: ListedCar; eager: boolean }) {
  const { picture, color, body, row, parts } = car;
  const looks = [color, body].filter(Boolean).join(', ');
  return (
    <li>
      <Link
        to={carAddress(car)}
        prefetch="intent"
        className="group flex h-full overflow-hidden sm:flex-col rounded-lg border border-line bg-surface text-ink no-underline hover:border-line-strong hover:bg-hover"
      >
        <PartPicture
          src={picture?.address ?? carDrawing(car)}
          alt=""
          width={320}
          height={240}
          size={picture?.size ?? null}
          sizes="(min-width: 80rem) 18rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 8rem"
          eager={eager}
          fit={picture ? 'cover' : 'contain'}
          className={`h-auto min-h-24 w-[min(8rem,40%)] shrink-0 border-line max-sm:border-r sm:w-full sm:border-b ${picture ? 'sm:aspect-4/3' : 'p-3 sm:h-32'}`}
        />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 p-4 wrap-anywhere max-sm:py-3">
          <h2 className="text-lg leading-tight group-hover:underline">{carTitle(car)}</h2>
          {looks && <p className="text-sm">{looks}</p>}
          <p className="text-sm text-muted">
            {row !== null && `Row ${row}. `}
            Came in <CameIn car={car} />
          </p>
          <p className="mt-auto pt-1 text-sm font-semibold">
            {parts === 0 ? 'Ask for its parts' : `${formatPartCount(parts)} for sale`}
          </p>
        </div>
      </Link>
    </li>
  );
}
