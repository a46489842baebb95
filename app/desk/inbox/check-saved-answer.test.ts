import { expect, test } from 'vitest';
import { fillPlaceholders, findPlaceholder } from './check-saved-answer.ts';

const TEXT = 'Hi {name}, about {order}: {name}, it left today.';

test('known facts are filled in, others stay', () => {
  const filled = fillPlaceholders(TEXT, { name: 'Dana $&', order: null });
  expect(filled).toBe('Hi Dana $&, about {order}: Dana $&, it left today.');
  expect(findPlaceholder(filled)).toBe('{order}');
  expect(fillPlaceholders(TEXT, { name: 'Dana', order: 'PY-10423' })).toBe(
    'Hi Dana, about PY-10423: Dana, it left today.',
  );
});

test('finds what is not filled in', () => {
  expect(findPlaceholder('Hi {name}')).toBe('{name}');
  expect(findPlaceholder('Hi {first name}, {} {Order}')).toBeUndefined();
});
