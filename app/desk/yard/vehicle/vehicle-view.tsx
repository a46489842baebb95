import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import type { VehiclePage } from '#core/yard/read-vehicle.server.ts';
import { dispositions, vehicleTitle } from '#core/yard/vehicle-fields.ts';
import { YARD_PATH } from '#core/yard/public-car.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Badge } from '#kit/badge.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { HoldBadges } from '../hold-badges.tsx';
import { VehicleConverters } from '../converters/vehicle-converters.tsx';
import { VehiclePaperSection } from '../paper/vehicle-paper.tsx';
import { CarParts } from './car-parts.tsx';
import { VehicleAlbum } from './vehicle-album.tsx';
import { VehicleChecksList } from './vehicle-checks-list.tsx';
import { VehicleMoney } from './vehicle-money.tsx';
import { VehicleForm } from './vehicle-form.tsx';

export function VehicleView({ car, isAdmin }: { car: VehiclePage; isAdmin: boolean }) {
  const { id, values, holds, version, takenInAt, checks, parts, pictures, isPublic, purchase } = car;
  const title = vehicleTitle(values as Parameters<typeof vehicleTitle>[0]);
  const stockNumber = String(values.stock_number);
  return (
    <>
      <ScreenHead
        title={[stockNumber, title].filter(Boolean).join(', ')}
        back={{ to: VEHICLES_PATH, label: 'All cars' }}
      />
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={values.disposition === 'here' ? 'good' : 'neutral'}>
          {dispositions[String(values.disposition)]}
        </Badge>
        <HoldBadges holds={holds} />
        <span>
          Taken in <ExactTime time={takenInAt} />
        </span>
        {isPublic && <TextLink to={`${YARD_PATH}/${id}`}>Shoppers see it</TextLink>}
      </p>
      <CarParts id={id} parts={parts} />
      <VehicleAlbum key={id} id={id} pictures={pictures} />
      <VehiclePaperSection vehicleId={id} paper={car.paper} isAdmin={isAdmin} />
      <VehicleChecksList checks={checks} />
      <VehicleConverters vehicleId={id} converters={car.converters} maySell={purchase !== null} />
      {purchase && <VehicleMoney costs={purchase.costs} money={purchase.money} days={car.daysInYard} />}
      <h2 className="mt-6 mb-2">Facts</h2>
      <VehicleForm
        key={`${id} ${version}`}
        values={values}
        holds={holds}
        version={version}
        seller={purchase?.seller ?? null}
      />
    </>
  );
}
