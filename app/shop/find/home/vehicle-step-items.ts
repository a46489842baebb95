import type { VehicleStep } from '#core/vehicles/vehicle.ts';
import type { ComboboxItem } from '#kit/combobox.tsx';
import type { VehicleLists } from '#core/search/vehicle-lists.server.ts';

/** A category without parts for the vehicle is disabled. */
export function vehicleStepItems(lists: VehicleLists, step: VehicleStep): ComboboxItem[] {
  switch (step) {
    case 'make':
      return lists.makes.map((make) => ({ value: make, label: make }));
    case 'model':
      return lists.models.map((model) => ({ value: model, label: model }));
    case 'year':
      return lists.years.map((year) => ({ value: String(year), label: String(year) }));
    case 'category':
      return lists.categories.map(({ name, parts }) => ({
        value: name,
        label: name,
        note: String(parts),
        disabled: parts === 0,
      }));
  }
}
