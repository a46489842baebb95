import { expect, test } from 'vitest';
import { alertTexts, formatAlertSubject } from './alert.ts';

test('each alert has a title of its own and says what to do', () => {
  const texts = Object.values(alertTexts);
  expect(new Set(texts.map(({ title }) => title)).size).toBe(texts.length);
  for (const { title, advice } of texts) {
    expect(title).toMatch(/^[A-Z][\w ',]+\w$/);
    expect(advice).toMatch(/^[A-Z].{20,}\.$/);
  }
});

test('the subject of its mail names the shop and the alert', () => {
  expect(formatAlertSubject('dispute-lost', 'Partyard')).toBe('Partyard alert: A dispute was lost');
});
