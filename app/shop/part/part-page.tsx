import type { ReactNode } from 'react';
import { useLivePart } from '#core/live/ui/live-store.ts';
import { isInStock, type Part } from '#core/catalog/part.ts';
import type { PartsCar } from '#core/search/search-parts.server.ts';
import { carAddress } from '#core/yard/public-car.ts';
import { describeReady, type ReadyFrom } from '#core/yard/ready-day.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import type { TermsText } from './terms.ts';
import { Card } from '#kit/card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { CompareNote } from './compare-note.tsx';
import { FitNote } from '#core/fitment/ui/fit-note.tsx';
import type { ShownPicture } from '#core/catalog/picture.ts';
import type { DescribedFacts } from './describe-facts.server.ts';
import type { DescribedVehicle } from './describe-vehicles.ts';
import { PictureGallery } from '#core/catalog/ui/picture-gallery.tsx';
import { describePhotos } from './part-text.ts';
import { PartAbout } from './part-page-about.tsx';
import { categoryCrumb, PartFacts } from './part-page-facts.tsx';
import { PartLinks } from './part-page-links.tsx';
import { PartVehicles } from './part-page-vehicles.tsx';
import { PartPrice } from '#core/values/ui/price.tsx';
import { News } from '#core/catalog/ui/picture-news.tsx';
import { StockBadge } from '#core/catalog/ui/stock-badge.tsx';
import { Breadcrumb, type Crumb, vehicleCrumbs } from '#core/search/ui/vehicle-list-breadcrumb.tsx';

interface PartPageProps {
  part: Part;
  /** The car that it was taken off, if shoppers see the car. */
  car: PartsCar | null;
  readyFrom: ReadyFrom;
  pictures: ShownPicture[];
  facts: DescribedFacts;
  vehicles: DescribedVehicle[];
  /** True if the fit depends on more than make, model and year. */
  needsComparison: boolean;
  conditionColor: string | undefined;
  terms: TermsText;
  actions: ReactNode;
  /** Says how the part gets to the shopper. */
  delivery: ReactNode;
  related: ReactNode;
}

export function PartPage(props: PartPageProps) {
  const { part, car, readyFrom, pictures, facts, vehicles, needsComparison, conditionColor, terms, actions } =
    props;
  const { delivery, related } = props;
  const vehicle = vehicleName(part);
  return (
    <main className="mx-auto min-h-dvh w-full max-w-page px-gutter py-4 sm:py-8">
      <Breadcrumb crumbs={partCrumbs(part)} />
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        {/* A phone has room for the price and the buttons below it. */}
        <div className="min-w-0 max-sm:[&_img]:aspect-2/1 print:max-w-1/2">
          <PictureGallery pictures={pictures} name={describePhotos(part)} part={part} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <div>
            <h1 className="wrap-anywhere max-sm:text-2xl">{part.name}</h1>
            <p className="mt-1 flex flex-wrap items-baseline gap-x-4">
              {vehicle && <span className="text-muted">for {vehicle}</span>}
              <span className="font-semibold tabular-nums">{part.summary}</span>
            </p>
            <FitNote id={part.id} part={part} className="mt-1 min-h-10" />
            {needsComparison && <CompareNote partName={part.name} />}
            {car && (
              <p className="mt-2">
                From this car: <TextLink to={carAddress(car)}>{vehicleName(car)}</TextLink>
              </p>
            )}
          </div>
          <PurchasePanel {...{ part, readyFrom, terms, actions, delivery }} />
          <div className="print:hidden">
            <PartLinks part={part} />
          </div>
          <PartFacts
            {...{ part, facts, conditionColor }}
            vehicles={vehicles}
            conditionMeaning={terms.condition}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PartAbout part={part} terms={terms} />
          {vehicles.length > 1 && <PartVehicles vehicles={vehicles} />}
        </div>
      </div>
      <div className="print:hidden">{related}</div>
    </main>
  );
}

/** Only a complete vehicle has list pages. */
export function partCrumbs(part: Part): Crumb[] {
  const { make, model, year } = part;
  return [...vehicleCrumbs(make && model && year ? { make, model, year } : {}), categoryCrumb(part)];
}

interface PurchasePanelProps {
  part: Part;
  readyFrom: ReadyFrom;
  terms: TermsText;
  actions: ReactNode;
  delivery: ReactNode;
}

function PurchasePanel({ part: loaded, readyFrom, terms, actions, delivery }: PurchasePanelProps) {
  const { part, news } = useLivePart(loaded);
  const ready = describeReady(readyFrom);
  return (
    <Card className="flex flex-col">
      <div>
        <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <PartPrice cents={part.priceCents} size="large" />
          <StockBadge part={part} showCount />
        </p>
        {ready && isInStock(part) && <p className="mt-1 text-sm font-semibold">{ready}</p>}
        {terms.core && <p className="mt-1 text-sm">{terms.core}</p>}
        {terms.restriction && <p className="mt-1 text-sm font-semibold">{terms.restriction}</p>}
      </div>
      <p role="status" className="min-h-5.5 text-sm font-semibold">
        <News news={news} />
      </p>
      {delivery}
      <div className="mt-3 *:w-full print:hidden">{actions}</div>
    </Card>
  );
}
