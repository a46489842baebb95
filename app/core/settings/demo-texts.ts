import { defaultAbout } from './about-texts.ts';
import { defaultShop } from './shop.ts';
import type { Settings } from './settings.ts';
import { isSame } from './settings-changes.ts';

type Texts = Pick<Settings['business'], 'blurb' | 'story' | 'stats'>;

/** Texts that tell of the demo's yard. Without them, the shop says nothing instead. */
const demoTexts: Texts = { blurb: defaultShop.blurb, ...defaultAbout };
const noTexts: Texts = { blurb: '', story: '', stats: [] };

/** Removes the demo's texts, but not those that the owner has written. `removal` is the id of the bulk change of its parts. */
export function removeDemoTexts(settings: Settings, removal: string): Settings {
  return exchange(settings, { from: demoTexts, to: noTexts, removal });
}

/** Brings the demo's texts back where the owner has not written others since. */
export function restoreDemoTexts(settings: Settings): Settings {
  return exchange(settings, { from: noTexts, to: demoTexts, removal: null });
}

function exchange(
  settings: Settings,
  { from, to, removal }: { from: Texts; to: Texts; removal: string | null },
): Settings {
  const { business, setup } = settings;
  const exchanged = Object.fromEntries(
    (Object.keys(from) as (keyof Texts)[])
      .filter((field) => isSame(business[field], from[field]))
      .map((field) => [field, to[field]]),
  );
  return { ...settings, business: { ...business, ...exchanged }, setup: { ...setup, demoRemoval: removal } };
}
