import { expect, test } from 'vitest';
import { arrangeChoices } from './arrange-choices.ts';

const valuesOf = (...arranged: Parameters<typeof arrangeChoices>) =>
  arrangeChoices(...arranged).map(({ value }) => value);

test('choices are in the order of their names, numbers by their value', () => {
  const choices = ['Kind 10', 'Kind 9', 'Axle'].map((value) => ({ value, parts: 1 }));
  expect(valuesOf(choices, [])).toEqual(['Axle', 'Kind 9', 'Kind 10']);
});

test('a chosen one is there, even if it has no parts', () => {
  expect(arrangeChoices([{ value: 'Hood', parts: 2 }], ['Door'])).toEqual([
    { value: 'Door', parts: 0 },
    { value: 'Hood', parts: 2 },
  ]);
});

test('a position follows its kind', () => {
  const kinds = [
    { value: 'rotors', parts: 1, label: 'Brake rotors' },
    { value: 'rotors:front', parts: 1 },
    { value: 'pads', parts: 1, label: 'Brake pads' },
    { value: 'pads:rear', parts: 1 },
    { value: 'pads:front', parts: 1 },
  ];
  expect(valuesOf(kinds, [])).toEqual(['pads', 'pads:front', 'pads:rear', 'rotors', 'rotors:front']);
});

test('conditions keep their order; others follow', () => {
  const all = ['Odd', 'Fair', 'New'].map((value) => ({ value, parts: 1 }));
  expect(valuesOf(all, [], ['New', 'Good', 'Fair'])).toEqual(['New', 'Fair', 'Odd']);
});
