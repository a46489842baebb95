import type { RefundState } from '#core/orders/order.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { listRiskFacts } from '#core/orders/payment-risk.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { disputeTexts, statusTexts } from './payment-texts.ts';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

const refundTones: Record<RefundState, BadgeTone> = {
  requested: 'warning',
  pending: 'warning',
  done: 'good',
  failed: 'bad',
};

export function OrderPayment({ order: { number, status, payment } }: { order: OrderPageData }) {
  return (
    <Section title="Payment">
      <p className="font-semibold">{statusTexts[status]}</p>
      {payment.counter && <p>{payment.counter}, at the counter</p>}
      {payment.id && !payment.counter && <PaymentId id={payment.id} page={payment.page} />}
      {payment.risk && (
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          {listRiskFacts(payment.risk).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {payment.balances.map(({ id, amountCents, state, at, paymentId, page }) => (
        <div key={id} className="mt-3 border-t border-line pt-3 text-sm">
          <Badge tone={balanceTones[state]}>{balanceWords[state]}</Badge> {formatDollars(amountCents)}{' '}
          <span className="block text-muted">
            <ExactTime time={at} />
          </span>
          {paymentId && <PaymentId id={paymentId} page={page} />}
        </div>
      ))}
      {payment.disputes.map(({ id, state, amountCents, answerBy }) => (
        <div key={id} className="mt-3 border-t border-line pt-3 text-sm">
          <Badge tone={state === 'won' ? 'neutral' : 'bad'}>{disputeTexts[state]}</Badge>
          {amountCents !== null && <span className="ml-2">{formatDollars(amountCents)}</span>}
          {state === 'open' && answerBy && (
            <p className="mt-1">
              Respond in the provider&apos;s dashboard by <ExactTime time={answerBy} />.
            </p>
          )}
        </div>
      ))}
      {payment.disputes.length > 0 && (
        <a
          href={`/admin/order/${formatOrderNumber(number)}/evidence.pdf`}
          download
          className={buttonClasses({ size: 'small' }, 'mt-3')}
        >
          <Icon name="Download" /> Download evidence (PDF)
        </a>
      )}
      {payment.refunds.length > 0 && (
        <ul className="mt-3 grid gap-2 border-t border-line pt-3 text-sm">
          {payment.refunds.map(({ id, state, text, at }) => (
            <li key={id}>
              <Badge tone={refundTones[state]}>{refundWords[state]}</Badge> {text}{' '}
              <span className="block text-muted">
                <ExactTime time={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type BalanceState = OrderPageData['payment']['balances'][number]['state'];

const balanceWords: Record<BalanceState, string> = {
  due: 'Asked for the rest',
  paid: 'The rest, paid',
  withdrawn: 'Not due anymore',
};

const balanceTones: Record<BalanceState, BadgeTone> = { due: 'warning', paid: 'good', withdrawn: 'neutral' };

function PaymentId({ id, page }: { id: string; page: string | null }) {
  return (
    <p className="text-sm wrap-anywhere">
      {page ? (
        <a href={page} target="_blank" rel="noreferrer" className="link">
          {id}
          <span className="sr-only"> at the payment provider, in a new window</span>
        </a>
      ) : (
        <span className="text-muted">{id}</span>
      )}
    </p>
  );
}

const refundWords: Record<RefundState, string> = {
  requested: 'Requested',
  pending: 'On its way',
  done: 'Done',
  failed: 'Failed',
};
