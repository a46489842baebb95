import { expect, test } from 'vitest';
import { drawCar } from './draw-car.ts';

test('a car has the outline of its body and the paint of its color', () => {
  const outlines = ['Sedan', 'SUV', 'Pickup'].map((body) => / d="([^"]+)"/.exec(drawCar(body, 'Red'))?.[1]);
  expect(new Set(outlines).size).toBe(3);
  const outlineOf = (body: string) =>
    outlines.findIndex((outline) => drawCar(body, 'Red').includes(`"${outline}"`));
  expect(['', 'Coupe', 'Minivan', 'Sport Utility Vehicle', 'Crew Cab Pickup'].map(outlineOf)).toEqual([
    0, 0, 1, 1, 2,
  ]);
  const paintOf = (color: string) => /fill="(#[a-f\d]{6})"\/>/.exec(drawCar('', color))?.[1];
  expect(paintOf('Dark Gray Metallic')).toBe(paintOf('grey'));
  expect(new Set(['Blue', 'White', 'black', '', '"><script>'].map(paintOf)).size).toBe(4);
  expect(drawCar('"><script>', '"><script>')).not.toContain('script');
});
