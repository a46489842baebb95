import { describe, expect, test } from 'vitest';
import { type CarFacts, type CarKind, listCarLines } from './car-lines.ts';

const kind = (name: string, places: string, onlyFor = ''): CarKind => ({
  key: name.toLowerCase().replaceAll('/', '').replaceAll(' ', '-'),
  name,
  category: 'Body',
  places: places === '' ? [] : places.split(', '),
  onlyFor: onlyFor === '' ? [] : onlyFor.split(', '),
});

const kinds = [
  kind('Doors', 'front left, front right, rear left, rear right'),
  kind('Fuse boxes', 'one'),
  kind('A/C compressors', 'one'),
  kind('Trunk lids', 'one', 'sedan, coupe, convertible'),
  kind('Tailgates', 'one', 'pickup'),
  kind('Transfer cases', 'one', 'awd, 4wd'),
  kind('Engines', 'one', 'gasoline, diesel, hybrid'),
  kind('Turbochargers', 'one', 'turbo'),
  kind('Spark plugs', ''),
];

const namesFor = (car: Partial<CarFacts>) => {
  const { usual, others } = listCarLines(kinds, { body: null, drive: null, engine: null, ...car });
  return { usual: usual.map(({ name }) => name), others: others.map(({ name }) => name) };
};

const doors = ['Front Left Door', 'Front Right Door', 'Rear Left Door', 'Rear Right Door'];

describe('the parts of a car', () => {
  test('what is not known of a car leaves out only kinds that no car is listed with', () => {
    expect(namesFor({})).toEqual({
      usual: [
        ...doors,
        'Fuse Box',
        'A/C Compressor',
        'Trunk Lid',
        'Tailgate',
        'Transfer Case',
        'Engine',
        'Turbocharger',
      ],
      others: ['Spark Plug'],
    });
  });

  test('body, drive and engine leave out what such a car does not have', () => {
    expect(namesFor({ body: 'Sedan/Saloon', drive: 'fwd', engine: '1.8L I4' }).usual).toEqual([
      ...doors,
      'Fuse Box',
      'A/C Compressor',
      'Trunk Lid',
      'Engine',
    ]);
    expect(namesFor({ body: 'Pickup', drive: '4wd', engine: '3.5L V6 EcoBoost' }).usual).toEqual([
      ...doors,
      'Fuse Box',
      'A/C Compressor',
      'Tailgate',
      'Transfer Case',
      'Engine',
      'Turbocharger',
    ]);
    expect(namesFor({ engine: 'Electric' }).others).toEqual(['Engine', 'Turbocharger', 'Spark Plug']);
  });

  test('a car with two doors has no rear ones', () => {
    for (const body of ['Coupe', 'Convertible/Cabriolet', '2-Door Hatchback', '2dr Car'])
      expect(namesFor({ body }).usual.slice(0, 3)).toEqual([...doors.slice(0, 2), 'Fuse Box']);
  });

  test('front and rear parts are told apart', () => {
    expect(listCarLines(kinds, { body: null, drive: null, engine: null }).usual.slice(0, 5)).toMatchObject([
      { key: 'doors:front left', kind: 'doors', end: 'front' },
      { end: 'front' },
      { end: 'rear' },
      { end: 'rear' },
      { key: 'fuse-boxes:one', end: undefined },
    ]);
  });
});
