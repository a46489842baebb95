import { expect, test } from 'vitest';
import { NO_ENGINE } from '#core/catalog/catalog-query.ts';
import { countEngines, engineNames, isEngineChoice } from './engine-choices.ts';

test.each([
  '1.8L 4-cylinder',
  '5.7L V8',
  '6.6L V8 diesel',
  '2.5L',
  'V6',
  '6.6L diesel',
  'Diesel',
  'Electric',
  NO_ENGINE,
])('%s is a choice', (text) => expect(isEngineChoice(text)).toBe(true));

test.each([
  '',
  ' ',
  '1.8',
  '1.8L ',
  '5.7L V8 ',
  'V8 5.7L',
  'diesel',
  '5.7l v8',
  "5.7L V8' | 'x",
  '1.8L4-cylinder',
])('%j is not a choice', (text) => expect(isEngineChoice(text)).toBe(false));

test.each([
  ['5.7L V8', ['5.7L V8', '5.7L 8-cylinder', '5.7L', 'V8', '8-cylinder']],
  ['1.8L 4-cylinder', ['1.8L 4-cylinder', '1.8L', '4-cylinder']],
  ['V6', ['V6', '6-cylinder']],
  [
    '6.6L V8 diesel',
    ['6.6L V8 diesel', '6.6L 8-cylinder diesel', '6.6L diesel', 'V8 diesel', '8-cylinder diesel', 'Diesel'],
  ],
  ['Electric', ['Electric']],
])('parts for a %s may name it less precisely, but not without its fuel', (engine, names) => {
  expect(engineNames(engine)).toEqual(names);
});

const named = [
  { engines: ['1.8L 4-cylinder', '2.4L 4-cylinder'], parts: 2 },
  { engines: ['1.8L 4-cylinder'], parts: 3 },
  { engines: ['1.8L'], parts: 4 },
  { engines: ['V6'], parts: 5 },
  { engines: [], parts: 7 },
];

test('an engine counts the parts that name it, or name it less precisely', () => {
  expect(countEngines(named, { chosen: [], mayLack: false })).toEqual([
    { value: '1.8L 4-cylinder', parts: 9 },
    { value: '2.4L 4-cylinder', parts: 2 },
    { value: 'V6', parts: 5 },
    { value: NO_ENGINE, parts: 7 },
  ]);
});

test('in a list for a vehicle, parts that name no engine count for each', () => {
  expect(countEngines(named, { chosen: [], mayLack: true })).toEqual([
    { value: '1.8L 4-cylinder', parts: 16 },
    { value: '2.4L 4-cylinder', parts: 9 },
    { value: 'V6', parts: 12 },
  ]);
});

test('a chosen engine stays, also if no part names it', () => {
  expect(countEngines(named, { chosen: ['5.0L V8', '1.8L'], mayLack: false })).toContainEqual({
    value: '5.0L V8',
    parts: 0,
  });
  expect(countEngines(named, { chosen: ['1.8L'], mayLack: false })).toContainEqual({
    value: '1.8L',
    parts: 4,
  });
});

test('without an engine there is nothing to choose', () => {
  expect(countEngines([{ engines: [], parts: 7 }], { chosen: [], mayLack: false })).toEqual([]);
});
