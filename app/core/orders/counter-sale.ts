/** Ways to take or give back a payment at the counter. Cards are charged at the shop's own terminal. */
export const counterMethods = { cash: 'Cash', card: 'Card' } as const;

export type CounterMethod = keyof typeof counterMethods;

/** Formats the id of a payment at the counter. An order has one. No provider knows it. */
export function formatCounterPaymentId(orderId: string): string {
  return `counter:${orderId}`;
}

/** Examples: 'Cash', 'Card, 4242'. */
export function describeCounterMethod(method: CounterMethod, reference: string | null): string {
  return reference === null ? counterMethods[method] : `${counterMethods[method]}, ${reference}`;
}
