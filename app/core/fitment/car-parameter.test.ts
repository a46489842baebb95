import { expect, test } from 'vitest';
import { describeCar, readCar, writeCar } from './car-parameter.ts';

const f150 = { year: 2015, make: 'Ford', model: 'F-150' };

test.each([
  [f150, '2015,Ford,F-150', ''],
  [{ ...f150, engine: '5.0L V8' }, '2015,Ford,F-150,5.0L V8', '5.0L V8'],
  [{ ...f150, engine: '5.0L V8', drive: '4x4' }, '2015,Ford,F-150,5.0L V8,4x4', '5.0L V8 4x4'],
  [{ ...f150, drive: 'Rear-wheel drive' }, '2015,Ford,F-150,,Rear-wheel drive', 'Rear-wheel drive'],
])('%j is written and read', (car, text, facts) => {
  expect(writeCar(car)).toBe(text);
  expect(readCar(text)).toEqual(car);
  expect(describeCar(car)).toBe(facts);
});

test.each([
  '',
  '2015',
  '2015,Ford',
  '15,Ford,F-150',
  '2015,Ford,F-150,a,b,c',
  `2015,Ford,F-150,${'x'.repeat(61)}`,
  '2015,Ford,F-150,\0',
])('%j is no vehicle', (text) => expect(readCar(text)).toBeUndefined());
