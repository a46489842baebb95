import { describe, expect, test } from 'vitest';
import { readCostForm, readVehicleForm } from './vehicle-form.ts';

const VIN = '1HGCM82633A004352';

const form = { stock_number: 'Y1001', vin: VIN, make: 'Honda', model: 'Accord' };

const errorsOf = (sent: Record<string, string>) => {
  const read = readVehicleForm({ ...form, ...sent });
  return 'errors' in read ? read.errors : {};
};

describe('a car', () => {
  test('is read by the rules of its fields', () => {
    const sent = {
      ...form,
      vin: '1hgcm826 33a004352',
      plate_state: 'ca',
      odometer: '84000',
      odometer_source: 'cluster',
      airbags_deployed: 'true',
      'hold-police': 'on',
      seller_name: 'Copart',
    };
    expect(readVehicleForm(sent)).toMatchObject({
      vehicle: {
        vin: VIN,
        plate_state: 'CA',
        odometer: 84_000,
        airbags_deployed: true,
        holds: ['police'],
        disposition: 'here',
        trim: null,
      },
      seller: { seller_name: 'Copart' },
    });
  });

  test('leaves the seller as it is if the form has none', () => {
    expect(readVehicleForm(form)).toMatchObject({ seller: {} });
  });

  test.each<[Record<string, string>, string, string]>([
    [{ stock_number: '' }, 'stock_number', 'Please enter the stock number'],
    [{ vin: '' }, 'vin', 'Please enter the VIN, or why the car has none'],
    [{ vin: 'IOQ' }, 'vin', 'A VIN has 17 letters and digits, without I, O and Q'],
    [{ no_vin_reason: 'Burnt' }, 'no_vin_reason', 'The car has a VIN, so leave this empty'],
    [
      { vin: '', no_vin_reason: 'Burnt', make: '' },
      'make',
      'Please enter make and model of a car without a VIN',
    ],
    [{ year: '10' }, 'year', 'Year must have four digits'],
    [{ built: '2010-13' }, 'built', 'Year and month, such as 2010-05'],
    [{ odometer: '5' }, 'odometer_source', 'Please choose where it was read'],
    [{ odometer_source: 'title' }, 'odometer', 'Please enter the mileage, or choose No mileage'],
    [
      { bought_on: '2026-11-02', possession_on: '2026-11-01' },
      'possession_on',
      'This is before the day on which it was bought',
    ],
    [{ disposition: 'crushed' }, 'disposed_on', 'Please enter the day on which it left'],
    [{ disposed_on: '2026-11-01' }, 'disposed_on', 'The car is in the yard, so leave this empty'],
    [
      { disposition: 'crushed', disposed_on: '2026-11-01', possession_on: '2026-11-02' },
      'disposed_on',
      'This is before the day on which it came in',
    ],
    [
      { disposition: 'crushed', disposed_on: '2026-11-01', 'hold-lien': 'on' },
      'disposition',
      'The car is on hold. Remove the hold first',
    ],
    [{ drive: '6wd' }, 'drive', 'Please choose a value from the list'],
    [{ make: 'Hon\0da' }, 'make', 'This contains an invalid character'],
  ])('with %j is refused', (sent, field, error) => {
    expect(errorsOf(sent)[field]).toBe(error);
  });
});

describe('a cost', () => {
  const cost = {
    direction: 'received',
    paid_on: '2026-11-30',
    payee: 'Copart',
    what: 'Price',
    amount: '1200.50',
  };

  test('is read', () => {
    expect(readCostForm(cost)).toEqual({ cost });
    expect(readCostForm({ ...cost, direction: '' })).toEqual({ cost: { ...cost, direction: 'paid' } });
  });

  test.each([
    ['amount', '', 'Please enter the amount'],
    ['amount', '0', 'Please enter the amount'],
    ['amount', '-5', 'Amount must be dollars and cents, such as 49.99'],
    ['paid_on', '', 'Please enter a date'],
    ['payee', ' ', 'Please enter who was paid, or who paid'],
    ['direction', 'lent', 'Please choose a value from the list'],
    ['what', '', 'Please enter what it was for'],
  ])('without a right %s is refused: %j', (field, value, error) => {
    expect(readCostForm({ ...cost, [field]: value })).toEqual({ errors: { [field]: error } });
  });
});
