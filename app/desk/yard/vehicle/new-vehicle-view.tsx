import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { VehicleForm } from './vehicle-form.tsx';

export function NewVehicleView({ withSeller }: { withSeller: boolean }) {
  return (
    <>
      <ScreenHead title="Take in a car" back={{ to: VEHICLES_PATH, label: 'All cars' }} />
      <VehicleForm values={{ shown_to_shoppers: true }} holds={[]} seller={withSeller ? {} : null} />
    </>
  );
}
