import { formatPartCount } from '#core/catalog/part-count.ts';
import { formatRequestUrl } from '#core/catalog/request-url.ts';
import type { ShownPicture } from '#core/catalog/picture.ts';
import { PictureGallery } from '#core/catalog/ui/picture-gallery.tsx';
import { RelatedParts } from '#core/fitment/ui/related-parts.tsx';
import { Breadcrumb, type Crumb } from '#core/search/ui/vehicle-list-breadcrumb.tsx';
import { listAddress } from '#core/values/list-address.ts';
import {
  carAddress,
  carDrawing,
  carSegment,
  carTitle,
  type PublicCar,
  YARD_PATH,
} from '#core/yard/public-car.ts';
import { yardList } from '#core/yard/yard-list.ts';
import type { CarParts } from '#core/yard/public-cars.server.ts';
import { ButtonLink } from '#kit/button-link.tsx';
import { Fact } from '#kit/fact.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { CameIn } from '../came-in.tsx';

interface CarViewProps {
  car: PublicCar;
  pictures: ShownPicture[];
  /** Null if the yard shows rows only. */
  parts: CarParts | null;
}

export function CarView({ car, pictures, parts }: CarViewProps) {
  const { body, color, engine, drive, odometer, row, make, model, year } = car;
  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-6 sm:py-8">
      <Breadcrumb crumbs={carCrumbs(car)} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <PictureGallery
          pictures={pictures}
          drawing={carDrawing(car)}
          name={[carTitle(car), color, body].filter(Boolean).join(', ')}
        />
        <div className="flex min-w-0 flex-col gap-5">
          <h1 className="wrap-anywhere">{carTitle(car)}</h1>
          <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 border-b border-line text-base">
            <Fact name="Row">{row}</Fact>
            <Fact name="Came in">
              <CameIn car={car} />
            </Fact>
            <Fact name="Body">{body}</Fact>
            <Fact name="Color">{color}</Fact>
            <Fact name="Engine">{engine}</Fact>
            <Fact name="Drive">{drive?.toUpperCase()}</Fact>
            <Fact name="Odometer">{odometer !== null && `${odometer.toLocaleString('en-US')} mi`}</Fact>
          </dl>
          <ButtonLink
            to={formatRequestUrl({ make, model, year, car: carSegment(car) })}
            variant="primary"
            size="large"
          >
            Ask for a part from this car
          </ButtonLink>
        </div>
      </div>
      {parts && <PartsOfCar car={car} parts={parts} />}
    </main>
  );
}

function PartsOfCar({ car, parts }: { car: PublicCar; parts: CarParts }) {
  if (parts.total === 0)
    return (
      <section className="mt-10">
        <h2>Parts from this car</h2>
        <p className="mt-2 text-muted">None of its parts are listed yet. Ask for the one you need.</p>
      </section>
    );
  const pages = listAddress(carAddress(car), {});
  return (
    <>
      <RelatedParts
        title={`Parts from this car (${parts.total.toLocaleString('en-US')})`}
        parts={parts.rows}
      />
      <Pages
        previous={parts.previous && pages.write({ before: parts.previous })}
        next={parts.next && pages.write({ after: parts.next })}
      />
    </>
  );
}

export function carCrumbs(car: PublicCar): Crumb[] {
  const { make, model } = car;
  return [
    { name: 'Cars in our yard', to: YARD_PATH },
    { name: make, to: yardList.write({ make }) },
    { name: model, to: yardList.write({ make, model }) },
    { name: carTitle(car) },
  ];
}

/** Example: '2012 Honda Civic EX, Silver, Sedan, in row 12. 14 parts for sale.' `parts` is unknown if they are not shown. */
export function describeCar(car: PublicCar, parts: number | undefined): string {
  const looks = [carTitle(car), car.color, car.body, car.row && `in row ${car.row}`]
    .filter(Boolean)
    .join(', ');
  if (!parts) return `${looks}. Ask for a part from this car.`;
  return `${looks}. ${formatPartCount(parts)} for sale.`;
}
