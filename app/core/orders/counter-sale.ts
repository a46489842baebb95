/** How a payment is taken, or given back, at the counter. Cards are charged at the shop's own terminal. */
export const counterMethods = { cash: 'Cash', card: 'Card' } as const;

export type CounterMethod = keyof typeof counterMethods;

/** The id of a payment at the counter, of which there is one for an order. No provider knows it. */
export function formatCounterPaymentId(orderId: string): string {
  return `counter:${orderId}`;
}

/** As in 'Cash', or 'Card, 4242'. */
export function describeCounterMethod(method: CounterMethod, reference: string | null): string {
  return reference === null ? counterMethods[method] : `${counterMethods[method]}, ${reference}`;
}
