import { type BuyerOrder, listOrderSteps } from '#core/orders/buyer-order.ts';
import { classNames } from '#kit/class-names.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { DayTime } from './day-time.tsx';

/** Shows an order's way to its buyer. Its steps stand one below the other on a phone, else in a row. */
export function OrderSteps({ order }: { order: BuyerOrder }) {
  const steps = listOrderSteps(order);
  const current = steps.findLastIndex(({ isReached }) => isReached);
  return (
    <ol aria-label="Progress" className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
      {steps.map(({ label, at, isReached }, index) => (
        <li
          key={label}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'flex items-start gap-2 wrap-anywhere sm:border-t-4 sm:pt-2',
            isReached && label !== 'Canceled' ? 'sm:border-green-800' : 'sm:border-line',
            !isReached && 'text-muted',
          )}
        >
          <Icon
            name={!isReached ? 'Minus' : label === 'Canceled' ? 'CircleX' : 'CircleCheck'}
            className={classNames(
              'mt-0.5 size-5 shrink-0',
              isReached && label !== 'Canceled' && 'text-green-800',
            )}
          />
          <span className="min-w-0">
            <span className={index === current ? 'block font-semibold' : 'block'}>
              {label}
              <span className="sr-only">{isReached ? ', done' : ', not yet'}</span>
            </span>
            {at && (
              <span className="block text-sm text-muted sm:max-lg:-ml-7">
                <DayTime time={at} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
