import { formatDollars } from '#core/values/money.ts';
import { classNames } from '#kit/class-names.ts';
import { type CarMoney, resultOf, returnPercent } from '#core/yard/money/car-money.ts';

/** Lists what one car, or several, cost and brought. */
export function MoneyFacts({ money, days }: { money: CarMoney; days: number | null }) {
  const percent = returnPercent(money);
  const facts: [label: string, cents: number, note?: string][] = [
    ['Paid', 0 - money.paidCents],
    ['Parts sold', money.soldCents, `for ${countUnits(money.soldUnits)}`],
    ['Refunded', 0 - money.refundedCents],
    ['Core charges kept', money.coresCents],
    ['Hulk, scrap and others', money.receivedCents],
    [
      'Result so far',
      resultOf(money),
      [
        percent !== null && `${percent}% of what was paid`,
        days !== null && `after ${days} ${days === 1 ? 'day' : 'days'}`,
      ]
        .filter((text) => text !== false)
        .join(', '),
    ],
    [
      'Still listed',
      money.listedCents,
      `for ${money.listedParts} ${money.listedParts === 1 ? 'part' : 'parts'}`,
    ],
  ];
  return (
    <dl className="money-facts mb-4 grid max-w-xl gap-x-4 gap-y-1 tabular-nums">
      {facts.map(([label, cents, note]) => (
        <div key={label} className={classNames('contents', label === 'Result so far' && 'font-semibold')}>
          <dt className="text-muted">{label}</dt>
          <dd className="text-right">{formatDollars(cents)}</dd>
          <dd className="text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function countUnits(units: number): string {
  return units === 1 ? '1 unit' : `${units.toLocaleString('en-US')} units`;
}
