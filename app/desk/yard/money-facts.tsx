import { formatDollars } from '#core/values/money.ts';
import { type CarMoney, resultOf, returnPercent } from '#core/yard/money/car-money.ts';

/** Lists what one car, or several, cost and brought. */
export function MoneyFacts({ money, days }: { money: CarMoney; days: number | null }) {
  const percent = returnPercent(money);
  const facts = [
    ['Paid', formatDollars(0 - money.paidCents)],
    ['Parts sold', `${formatDollars(money.soldCents)} for ${countUnits(money.soldUnits)}`],
    ['Refunded', formatDollars(0 - money.refundedCents)],
    ['Core charges kept', formatDollars(money.coresCents)],
    ['Hulk, scrap and others', formatDollars(money.receivedCents)],
    [
      'Result so far',
      [
        formatDollars(resultOf(money)),
        percent !== null && `${percent}% of what was paid`,
        days !== null && `after ${days} ${days === 1 ? 'day' : 'days'}`,
      ]
        .filter((text) => text !== false)
        .join(', '),
    ],
    [
      'Still listed',
      `${formatDollars(money.listedCents)} for ${money.listedParts} ${money.listedParts === 1 ? 'part' : 'parts'}`,
    ],
  ] as const;
  return (
    <dl className="mb-4 grid max-w-xl grid-cols-[minmax(0,9rem)_1fr] sm:grid-cols-[auto_1fr] gap-x-6 gap-y-1 tabular-nums">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className={label === 'Result so far' ? 'font-semibold' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function countUnits(units: number): string {
  return units === 1 ? '1 unit' : `${units.toLocaleString('en-US')} units`;
}
