import { describe, expect, test } from 'vitest';
import {
  conditionColors,
  conditionColumns,
  conditionFields,
  conditionForm,
  DEFAULT_COLOR,
} from './condition.ts';

const valid = { name: 'Like New', color_class: 'bg-green-100 text-green-800', sort_order: '3' };

function findError(changes: Partial<typeof valid>): string | undefined {
  return conditionForm.safeParse({ ...valid, ...changes }).error?.issues[0]?.message;
}

test('colors have the labels and classes of the specification (Spec §2, Condition dialog)', () => {
  expect(conditionColors.map(({ label }) => label)).toEqual([
    'Green (Excellent)',
    'Blue (Very Good)',
    'Yellow (Good)',
    'Orange (Fair)',
    'Red (Poor)',
    'Gray (Default)',
  ]);
  for (const { label, value } of conditionColors) {
    const color = label.split(' ', 1)[0]?.toLowerCase();
    expect(value).toBe(`bg-${color}-100 text-${color}-800`);
  }
  expect(DEFAULT_COLOR).toBe('bg-gray-100 text-gray-800');
});

test('the form has a label for each column', () => {
  expect(conditionColumns).toEqual(['name', 'color_class', 'sort_order']);
  expect(conditionColumns.map((column) => conditionFields[column].label)).toEqual([
    'Condition Name',
    'Color Classes',
    'Sort Order',
  ]);
});

describe('the form of a condition (Spec §5)', () => {
  test('is read without spaces around its texts', () => {
    expect(conditionForm.parse({ ...valid, name: ' Like New ', sort_order: ' 3 ' })).toEqual({
      ...valid,
      sort_order: 3,
    });
  });

  test.each([
    ['', 'Condition name is required'],
    ['  ', 'Condition name is required'],
    ['New\0', 'Condition name is required'],
    ['x', undefined],
    ['x'.repeat(100), undefined],
    ['x'.repeat(101), 'At most 100 characters'],
  ])('the name %j: %s', (name, error) => {
    expect(findError({ name })).toBe(error);
  });

  test.each([
    ['bg-gray-100 text-gray-800', undefined],
    ['', 'Color class is required'],
    ['bg-pink-100 text-pink-800', 'Color class is required'],
  ])('the color %j: %s', (color, error) => {
    expect(findError({ color_class: color })).toBe(error);
  });

  test.each([
    ['0', undefined],
    ['999999999', undefined],
    ['', 'Sort order must be a positive number'],
    ['-1', 'Sort order must be a positive number'],
    ['1.5', 'Sort order must be a positive number'],
    ['9999999999', 'Sort order must be a positive number'],
  ])('the sort order %j: %s', (order, error) => {
    expect(findError({ sort_order: order })).toBe(error);
  });
});
