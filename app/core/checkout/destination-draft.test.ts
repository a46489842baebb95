import { describe, expect, test } from 'vitest';
import type { CartQuestions } from '#core/pricing/questions.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { type DestinationDraft, enterZip, toDestination } from './destination-draft.ts';

const pages = openBrowserPages();

const all: CartQuestions = {
  fulfillment: true,
  destination: true,
  country: true,
  poBox: true,
  freightAccess: true,
};

const none: CartQuestions = {
  fulfillment: false,
  destination: false,
  country: false,
  poBox: false,
  freightAccess: false,
};

const draft: DestinationDraft = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'business',
  liftgate: true,
  poBox: true,
  location: 'Main yard',
};

const to = {
  kind: 'ship',
  country: 'US',
  state: 'CA',
  zip: '92101',
  place: 'business',
  liftgate: true,
  poBox: true,
};

describe('the answers', () => {
  test.each<[string, Partial<DestinationDraft>, CartQuestions, object | null]>([
    ['are the destination', {}, all, to],
    ['are nothing if nothing is asked', {}, none, null],
    [
      'to what is not asked do not count',
      { kind: 'pickup', country: 'DE' },
      { ...none, destination: true },
      { ...to, place: 'residential', liftgate: false, poBox: false },
    ],
    ['miss the choice', { kind: '' }, all, null],
    ['miss the state', { state: '' }, all, null],
    ['miss a digit', { zip: '9210' }, all, null],
    ['contradict each other', { zip: '10001' }, all, null],
    ['miss the location', { kind: 'pickup', location: '' }, all, null],
    ['name the location', { kind: 'pickup' }, all, { kind: 'pickup', location: 'Main yard' }],
    [
      'abroad have no state, ZIP code and PO box',
      { country: 'DE' },
      all,
      { ...to, country: 'DE', state: '', zip: '', poBox: false },
    ],
  ])('%s', (_what, changes, asked, destination) => {
    expect(toDestination({ ...draft, ...changes }, asked)).toEqual(destination);
  });
});

test('a ZIP code says its state, unless one was chosen', () => {
  const unknown = { ...draft, state: '' };
  expect(enterZip(unknown, '1000')).toEqual({ zip: '1000', state: '' });
  expect(enterZip(unknown, '10001')).toEqual({ zip: '10001', state: 'NY' });
  expect(enterZip(draft, '10001')).toEqual({ zip: '10001', state: 'CA' });
});

describe('the stored draft', () => {
  const load = () => import('./destination-draft.ts');

  test('is read back', async () => {
    const { readDraft, storeDraft } = await load();
    storeDraft(draft);
    expect(readDraft()).toEqual(draft);
  });

  test('is kept with the cart, and empty at first', async () => {
    const { readDraft, storeDraft } = await load();
    expect(readDraft()).toEqual({
      kind: '',
      country: 'US',
      state: '',
      zip: '',
      place: 'residential',
      liftgate: false,
      poBox: false,
      location: '',
    });
    storeDraft(draft);
    expect(JSON.parse(pages.current.storage.getItem('cart.destination') ?? '')).toEqual(draft);
  });

  test.each([['{'], ['null'], ['{"kind":"ship"}'], [JSON.stringify({ ...draft, zip: 92101 })]])(
    '%s is empty',
    async (stored) => {
      const { readDraft } = await load();
      pages.current.storage.setItem('cart.destination', stored);
      expect(readDraft()).toMatchObject({ kind: '', country: 'US', zip: '' });
    },
  );
});
