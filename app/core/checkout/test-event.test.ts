import { describe, expect, test } from 'vitest';
import { readTestEvent, testBuyer } from './test-event.server.ts';

const ORDER = '00000000-0000-4000-8000-00000000000a';

const buyer = {
  email: 'dana@example.com',
  name: ' Dana Driver ',
  phone: '(619) 555-0187',
  line1: '500 Harbor Drive',
  city: 'San Diego',
  state: 'CA',
  postalCode: '92101',
};

describe('an event of the test page', () => {
  test('paid has the buyer with a US address', () => {
    const delivery = { orderId: ORDER, kind: 'paid', buyer } as const;
    expect(readTestEvent(delivery)).toEqual({
      id: `test_evt_${ORDER}_paid`,
      type: 'test.paid',
      orderId: ORDER,
      payload: delivery,
      data: {
        kind: 'paid',
        paymentId: `test_pay_${ORDER}`,
        amountCents: null,
        currency: null,
        buyer: {
          email: 'dana@example.com',
          name: 'Dana Driver',
          phone: '(619) 555-0187',
          address: {
            line1: '500 Harbor Drive',
            line2: null,
            city: 'San Diego',
            state: 'CA',
            postalCode: '92101',
            country: 'US',
          },
        },
      },
    });
  });

  test('paid without a buyer, or without a name and a phone', () => {
    const buyerOf = (given?: { email: string }) => {
      const { data } = readTestEvent({ orderId: ORDER, kind: 'paid', buyer: given });
      return data.kind === 'paid' && data.buyer;
    };
    expect(buyerOf()).toEqual({ email: null, name: null, phone: null, address: null });
    // An order that is picked up needs no address.
    expect(buyerOf({ email: 'dana@example.com' })).toMatchObject({ name: null, phone: null, address: null });
  });

  test.each(['canceled', 'failed', 'expired'] as const)('%s has no payment', (kind) =>
    expect(readTestEvent({ orderId: ORDER, kind }).data).toEqual({ kind }),
  );

  test('refunded is a refund of the whole payment', () =>
    expect(readTestEvent({ orderId: ORDER, kind: 'refunded' }).data).toEqual({
      kind: 'refunds',
      paymentId: `test_pay_${ORDER}`,
      refunds: [{ id: `test_re_${ORDER}`, amountCents: null, state: 'done' }],
    }));

  test('disputed is an open dispute', () =>
    expect(readTestEvent({ orderId: ORDER, kind: 'disputed' }).data).toEqual({
      kind: 'dispute',
      paymentId: `test_pay_${ORDER}`,
      dispute: {
        id: `test_dp_${ORDER}`,
        state: 'open',
        amountCents: null,
        answerBy: null,
        reportedAt: expect.any(Date),
      },
    }));

  test('is refused without a known kind and an order', () => {
    expect(() => readTestEvent({ orderId: ORDER, kind: 'stolen' as 'paid' })).toThrow();
    expect(() => readTestEvent({ orderId: 'no-id', kind: 'paid' })).toThrow();
  });
});

describe('a buyer', () => {
  const errorsOf = (changes: object) =>
    testBuyer.safeParse({ ...buyer, ...changes }).error?.issues.map(({ message }) => message) ?? [];

  test('needs a valid email address only', () => {
    expect(testBuyer.parse({ email: 'dana@example.com' })).toEqual({
      email: 'dana@example.com',
      name: '',
      phone: '',
      line1: '',
      city: '',
      state: '',
      postalCode: '',
    });
    expect(errorsOf({ email: 'dana' })).toEqual(['Please enter a valid email address']);
    expect(errorsOf({ email: `${'d'.repeat(400)}@example.com` })).not.toEqual([]);
  });

  test.each([
    ['name', 200],
    ['phone', 50],
    ['line1', 200],
    ['city', 100],
    ['state', 50],
    ['postalCode', 20],
  ])('has a %s of at most %d characters', (field, max) => {
    expect(errorsOf({ [field]: 'x'.repeat(max) })).toEqual([]);
    expect(errorsOf({ [field]: 'x'.repeat(max + 1) })).toHaveLength(1);
  });

  test.each([
    [undefined, 'US'],
    ['', 'US'],
    ['  ', 'US'],
    [' MX ', 'MX'],
  ])('in the country %j has an address in %s', (country, shown) => {
    const { data } = readTestEvent({ orderId: ORDER, kind: 'paid', buyer: { ...buyer, country } });
    expect(data).toMatchObject({ buyer: { address: { country: shown } } });
  });

  test('has a country of two letters', () => {
    expect(errorsOf({ country: 'MEX' })).toHaveLength(1);
  });
});
