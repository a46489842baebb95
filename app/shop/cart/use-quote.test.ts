import { describe, expect, test } from 'vitest';
import type { PriceResponse } from '#core/checkout/create-payment.ts';
import type { LineRefusal } from '#core/pricing/shipping.ts';
import { defaultTerms } from '#core/pricing/pricing-terms.ts';
import { askedInCart } from '#core/pricing/questions.ts';
import { priceOrder } from '#core/pricing/pricing.ts';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { part } from '#tests/support/priced-lines.ts';
import { askQuote, keepAnswer, nothingAsked, questionKey, showAnswer } from './use-quote.ts';

const pages = openBrowserPages();

const seal = { id: 'seal', name: 'Seal', partNumber: '', price: 1.29, quantity: 3, image: '' };
const horn = { ...seal, id: 'horn', price: 40, quantity: 1 };
const yard = { kind: 'pickup', location: 'Main yard' } as const;

const priced: PriceResponse = { quote: priceOrder([part], defaultTerms), asked: nothingAsked };
const refusal: LineRefusal = { line: 1, reason: 'quote', text: 'Ask us for a shipping quote' };
const refused: PriceResponse = {
  quote: {
    status: 'refused',
    subtotalCents: 50_00,
    coreCents: 0,
    refusals: [refusal, { ...refusal, line: 2 }],
  },
  asked: nothingAsked,
};

test('the specification’s rules ask nothing', () => {
  expect(nothingAsked).toEqual(askedInCart([part], defaultTerms));
});

describe('the server is asked again', () => {
  const key = questionKey([seal, horn], yard, 0);

  test('after each change that can change the price', () => {
    const others = [
      questionKey([seal], yard, 0),
      questionKey([horn, seal], yard, 0),
      questionKey([{ ...seal, quantity: 2 }, horn], yard, 0),
      questionKey([{ ...seal, price: 1.3 }, horn], yard, 0),
      questionKey([{ ...seal, id: 'other' }, horn], yard, 0),
      questionKey([seal, horn], null, 0),
      questionKey([seal, horn], yard, 1),
    ];
    expect(new Set([key, ...others]).size).toBe(others.length + 1);
  });

  test('but not after other changes', () => {
    expect(questionKey([{ ...seal, name: 'Oil seal' } as typeof seal, horn], yard, 0)).toBe(key);
  });
});

describe('a question', () => {
  /** Asks, and waits for the answer. */
  async function ask(status: number, body: unknown) {
    pages.current.answer = () => new Response(JSON.stringify(body), { status });
    const quotes = await import('./use-quote.ts');
    return await new Promise((resolve) => quotes.askQuote([seal, horn], yard, resolve));
  }

  test('has the ids and quantities of the items, and the destination, in JSON', async () => {
    await ask(200, priced);
    const [sent] = pages.current.requests;
    expect(pages.current.paths).toEqual(['/functions/v1/price-cart']);
    expect(sent?.method).toBe('POST');
    expect(sent?.headers.get('Content-Type')).toBe('application/json');
    expect(await sent?.json()).toEqual({
      items: [
        { id: 'seal', quantity: 3 },
        { id: 'horn', quantity: 1 },
      ],
      destination: yard,
    });
  });

  test('is answered with a price', async () => {
    expect(await ask(200, priced)).toEqual({ response: priced });
  });

  test.each([
    ['is refused in the words of the shop', 409, { error: 'Horn is gone' }, 'Horn is gone'],
    ['is refused in the words of the shop', 499, { error: 'Too many requests' }, 'Too many requests'],
    // These words are not for the shopper.
    ['fails', 500, { error: 'Internal' }, "We couldn't calculate the price."],
    ['fails', 503, undefined, "We couldn't calculate the price."],
  ])('%s: %i', async (_, status, body, error) => {
    expect(await ask(status, body)).toEqual({ error });
  });

  test('that is stopped has no answer', async () => {
    pages.current.answer = () => new Promise(() => {});
    const answers: unknown[] = [];
    askQuote([seal], null, (answer) => answers.push(answer))();
    expect(pages.current.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    await ask(200, priced);
    expect(answers).toEqual([]);
  });
});

describe('after an answer', () => {
  test('a price replaces the answer before', () => {
    const before = { key: 'a', response: priced, error: 'Horn is gone' };
    expect(keepAnswer(before, { response: refused }, 'b')).toEqual({ key: 'b', response: refused });
  });

  test('an error keeps the price before', () => {
    const error = 'Horn is gone';
    expect(keepAnswer({ key: 'a', response: priced }, { error }, 'b')).toEqual({
      key: 'b',
      response: priced,
      error,
    });
    expect(keepAnswer({ key: '' }, { error }, 'b')).toEqual({ key: 'b', error });
  });
});

describe('the cart shows', () => {
  const items = [seal, horn];

  test('no price before an answer', () => {
    expect(showAnswer({ key: '' }, 'a', items)).toEqual({
      quote: undefined,
      isOld: true,
      error: undefined,
      refusals: new Map(),
    });
  });

  test('the price of an answer', () => {
    expect(showAnswer({ key: 'a', response: priced }, 'a', items)).toEqual({
      quote: priced.quote,
      isOld: false,
      error: undefined,
      refusals: new Map(),
    });
  });

  test('why a part cannot be sent, for the parts that are still in the cart', () => {
    expect(showAnswer({ key: 'a', response: refused }, 'a', items)).toMatchObject({
      isOld: false,
      refusals: new Map([['horn', refusal]]),
    });
  });

  test('an error, with the price before', () => {
    const answer = { key: 'a', response: priced, error: 'Horn is gone' };
    expect(showAnswer(answer, 'a', items)).toMatchObject({ quote: priced.quote, error: 'Horn is gone' });
  });

  test('only the price of an answer to another question', () => {
    const answer = { key: 'a', response: refused, error: 'Horn is gone' };
    expect(showAnswer(answer, 'b', items)).toEqual({
      quote: refused.quote,
      isOld: true,
      error: undefined,
      refusals: new Map(),
    });
  });
});
