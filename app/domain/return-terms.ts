import { isNew, type Origin } from './origin.ts';
import type { Shop } from './shop.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** The shop's terms of returns. */
export type ReturnTerms = Pick<Shop['returns'], 'days' | 'restockingRate' | 'wayBack'>;

/** Who pays, and for what, in sentences: for the cart, the warranty page and the form. */
export function describeReturnCosts({ restockingRate, wayBack }: ReturnTerms): string {
  const back = wayBack === 'shop' ? 'We pay for return shipping.' : 'You pay for return shipping.';
  const fee =
    restockingRate > 0
      ? `We keep ${percent.format(restockingRate)} of the price as a restocking fee.`
      : 'There is no restocking fee.';
  const fault =
    wayBack === 'shop'
      ? restockingRate > 0
        ? " It doesn't apply if the mistake is ours."
        : ''
      : ' If the mistake is ours, returning a part costs you nothing.';
  return `${back} ${fee}${fault}`;
}

/** In which state a part has to come back. Used parts have no original packaging. Null: parts of all kinds. */
export function describeReturnCondition(origin: Origin | null): string {
  return origin !== null && isNew(origin) ? 'Unused and in its original packaging' : 'Unused and as shipped';
}

/** The same, after the facts of a part: '2014 Honda Civic, Used, Good, to be returned unused and as shipped'. */
export function describeReturnDuty(origin: Origin | null): string {
  return `to be returned ${describeReturnCondition(origin).replace('Unused', 'unused')}`;
}
