import { expect, test } from 'vitest';
import { writeFitments } from '#core/catalog/fitment-list.ts';
import type { Fitment } from '#core/catalog/fitment.ts';
import { renameVehicleOf } from './rename-vehicle.ts';

const row = (make: string, model: string, note: string | null = null): Fitment => ({
  make,
  model,
  fromYear: 2010,
  toYear: 2012,
  engine: null,
  trim: null,
  position: null,
  note,
});

const part = (make: string, model: string, ...listed: Fitment[]) => ({
  vehicle_make: make,
  vehicle_model: model,
  fitments: writeFitments(listed),
});

test.each([
  ['its own make', part('Chevy', 'Malibu'), undefined, { vehicle_make: 'Chevrolet' }],
  ['its own model', part('Chevy', 'S10'), 'S10', { vehicle_model: 'Chevrolet' }],
  ['another model', part('Chevy', 'Malibu'), 'S10', {}],
  ['another make', part('Ford', 'S10', row('Ford', 'S10')), 'S10', {}],
  [
    'a listed make, with its notes',
    part('Pontiac', 'G6', row('Chevy', 'Malibu', 'Heated'), row('Pontiac', 'G6')),
    undefined,
    { fitments: writeFitments([row('Chevrolet', 'Malibu', 'Heated'), row('Pontiac', 'G6')]) },
  ],
  [
    'rows that become the same',
    part('Pontiac', 'G6', row('Chevy', 'Malibu'), row('Chevrolet', 'Malibu')),
    undefined,
    { fitments: writeFitments([row('Chevrolet', 'Malibu')]) },
  ],
])('a rename changes %s', (_what, before, model, after) => {
  const rename = { make: 'Chevy', to: 'Chevrolet', ...(model !== undefined && { model }) };
  expect(renameVehicleOf(before, rename)).toEqual(after);
});
