import { expect, test } from 'vitest';
import { countKinds } from './kind-facet.ts';

const kinds = [
  { key: 'brake-pads', name: 'Brake pads', has_sides: false, positions: ['front', 'rear'] },
  { key: 'doors', name: 'Doors', has_sides: true, positions: ['front', 'rear'] },
  { key: 'headlights', name: 'Headlights', has_sides: true, positions: [] },
  { key: 'hoods', name: 'Hoods', has_sides: false, positions: [] },
];

function list(counts: Record<string, number>, chosen?: string, isSampled = false): string[] {
  const rows = Object.entries(counts).map(([value, parts]) => ({ value, parts, isSampled }));
  return countKinds(rows, { kinds, chosen, most: 3 }).map(
    ({ value, label, parts }) => `${label ?? value} (${value}) ${parts}`,
  );
}

test('each kind is followed by its positions', () => {
  expect(list({ 'brake-pads:front': 3, 'brake-pads:rear': 2, 'brake-pads': 1, hoods: 9 })).toEqual([
    'Hoods (hoods) 9',
    'Brake pads (brake-pads) 6',
    'brake-pads:front (brake-pads:front) 3',
    'brake-pads:rear (brake-pads:rear) 2',
  ]);
});

test('a position that leaves all parts of the kind is no choice', () => {
  expect(list({ 'brake-pads:front': 3 })).toEqual(['Brake pads (brake-pads) 3']);
});

test('sides are choices of kinds without positions, and of the chosen kind', () => {
  expect(list({ 'headlights:left': 2, 'headlights:right': 1 })).toEqual([
    'Headlights (headlights) 3',
    'headlights:left (headlights:left) 2',
    'headlights:right (headlights:right) 1',
  ]);
  const doors = { 'doors:front,left': 2, 'doors:right,rear': 1 };
  expect(list(doors)).toEqual([
    'Doors (doors) 3',
    'doors:front (doors:front) 2',
    'doors:rear (doors:rear) 1',
  ]);
  expect(list(doors, 'doors:front')).toEqual([
    'Doors (doors) 3',
    'doors:front (doors:front) 2',
    'doors:rear (doors:rear) 1',
    'doors:left (doors:left) 2',
    'doors:right (doors:right) 1',
  ]);
});

test('what is chosen is listed, also without parts', () => {
  expect(list({ hoods: 1 }, 'brake-pads:rear')).toEqual([
    'Hoods (hoods) 1',
    'Brake pads (brake-pads) 0',
    'brake-pads:rear (brake-pads:rear) 0',
  ]);
  expect(list({ hoods: 1 }, 'Front Brake Pads')).toEqual([
    'Hoods (hoods) 1',
    'Front Brake Pads (Front Brake Pads) null',
  ]);
  expect(list({ hoods: 1 }, 'hoods:top')).toEqual(['Hoods (hoods) 1', 'hoods:top (hoods:top) null']);
});

test('the kinds with the most parts are listed, and the chosen one', () => {
  const counts = { 'brake-pads': 4, doors: 3, headlights: 2, hoods: 1 };
  expect(list(counts)).toHaveLength(3);
  expect(list(counts, 'hoods')).toHaveLength(4);
});

test('a sample tells no numbers, and a deleted kind is no choice', () => {
  expect(list({ hoods: 5, gone: 9 }, undefined, true)).toEqual(['Hoods (hoods) null']);
  expect(list({})).toEqual([]);
});
