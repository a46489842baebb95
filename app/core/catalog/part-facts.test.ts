import { expect, test } from 'vitest';
import { checkFacts, computeFacts } from './part-facts.ts';
import type { PartColumns } from './part-fields.ts';
import type { FieldErrors } from './part-form.ts';
import { readNewPart } from './part-form.ts';

const { part: alternator } = readNewPart({
  part_name: 'Alternator',
  category: 'Electrical',
  part_type: 'Very Good',
  mileage: '84000',
  mileage_source: 'cluster',
  donor_year: '2010',
  donor_arrived_on: '2025-03-01',
  donor_vin: '1m8gdm9axkp042788',
}) as { part: PartColumns };

const check = (facts: Partial<PartColumns>, before: PartColumns | null = null, acceptsVin = false) =>
  checkFacts({
    part: { ...alternator, ...facts },
    before,
    warranty: '30 days',
    timeZone: 'America/Los_Angeles',
    acceptsVin,
  });

test('a part whose facts agree', () => {
  expect(check({})).toEqual({});
  expect(check({ warranty: '30 days' })).toEqual({});
  expect(check({ warranty: '2 months', grade_lowered_to: 'B', grade_reason: 'Noisy' })).toEqual({});
  expect(computeFacts(alternator)).toEqual({ grade: 'A', donor_vin_tail: '2788' });
});

test.each<[Partial<PartColumns>, FieldErrors]>([
  [{ mileage_source: null }, { mileage_source: 'Please choose where the mileage was read' }],
  [{ donor_vin: '1M8GDM9AXKP042789' }, { donor_vin: expect.stringContaining('check digit') }],
  [{ warranty: '29 days' }, { warranty: expect.stringContaining('30 days') }],
  [{ grade_lowered_to: 'B' }, { grade_reason: expect.stringContaining('why') }],
  [
    { grade_lowered_to: 'B', grade_reason: 'Noisy', mileage: 250_000 },
    { grade_lowered_to: 'The grade is C already' },
  ],
  [{ grade_lowered_to: 'A', grade_reason: 'Noisy' }, { grade_lowered_to: 'The grade is A already' }],
  [
    { grade_lowered_to: 'C', grade_reason: 'Noisy', mileage: null, mileage_source: null },
    { grade_lowered_to: 'This part has no grade to lower' },
  ],
  [{ recall_checked_on: '2999-01-01' }, { recall_checked_on: expect.stringContaining('in the future') }],
  [{ origin: 'used', part_type: 'New' }, { origin: expect.stringContaining('Only a new part') }],
])('%j', (facts, errors) => {
  expect(check(facts)).toEqual(errors);
  const stored = { ...alternator, ...facts };
  const { grade_reason: _, ...again } = check(facts, stored);
  expect(again).toEqual({});
});

test('a VIN with a wrong check digit can be saved as it is', () => {
  expect(check({ donor_vin: '1M8GDM9AXKP042789' }, null, true)).toEqual({});
});

test('a rebuilt part has no grade, and a part without an arrival date has the least age', () => {
  expect(computeFacts({ ...alternator, origin: 'rebuilt' }).grade).toBeNull();
  expect(computeFacts({ ...alternator, donor_arrived_on: null }).grade).toBe('B');
  expect(computeFacts({ ...alternator, donor_vin: null }).donor_vin_tail).toBeNull();
});
