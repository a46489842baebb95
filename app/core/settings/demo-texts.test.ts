import { expect, test } from 'vitest';
import { removeDemoTexts, restoreDemoTexts } from './demo-texts.ts';
import { defaultSettings, parseSettings } from './settings.ts';

const REMOVAL = '6f1c9a52-5a3e-4d0c-9a53-2c53f1c0a001';

test("removes the demo's texts, and brings them back", () => {
  const removed = removeDemoTexts(defaultSettings, REMOVAL);
  expect(removed.business).toEqual({ ...defaultSettings.business, blurb: '', story: '', stats: [] });
  expect(removed.setup.demoRemoval).toBe(REMOVAL);
  // The settings without these texts are valid.
  expect(parseSettings(removed)).toEqual(removed);
  expect(restoreDemoTexts(removed)).toEqual(defaultSettings);
});

test('leaves texts that the owner has written, before or after', () => {
  const own = parseSettings({ business: { story: 'We dismantle Volvos.' }, setup: { dismissed: true } });
  const removed = removeDemoTexts(own, REMOVAL);
  expect(removed.business).toMatchObject({ story: 'We dismantle Volvos.', blurb: '', stats: [] });
  expect(removed.setup.dismissed).toBe(true);
  const written = { ...removed, business: { ...removed.business, blurb: 'Volvo parts' } };
  expect(restoreDemoTexts(written).business).toMatchObject({
    story: 'We dismantle Volvos.',
    blurb: 'Volvo parts',
    stats: defaultSettings.business.stats,
  });
});
