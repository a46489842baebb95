import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import {
  describeArrival,
  isReturnActionOffered,
  type ReturnAction,
  returnStates,
} from '#core/orders/return.ts';
import { AddPhoto } from '#core/orders/ui/add-photo.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Section } from '#core/orders/ui/section.tsx';
import { Alert } from '#kit/alert.tsx';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ShowNews } from '#kit/list/show-news.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { ReturnPageData } from './read-return-page.server.ts';
import { ReturnKindBadge, ReturnStateBadge } from '#core/returns/ui/return-badges.tsx';
import {
  ApproveDialog,
  InspectDialog,
  ReceiveDialog,
  RefundReturnDialog,
  RefuseDialog,
  SendBackDialog,
} from './return-dialogs.tsx';
import { ReturnPhotos } from './return-photos.tsx';
import { RETURNS_PATH } from '#core/returns/returns-address.ts';

interface ReturnPageProps {
  found: ReturnPageData;
  /** Number of the newest change before the page was read. */
  asOf: number;
}

export function ReturnPage({ found, asOf }: ReturnPageProps) {
  const { number, orderNumber, kind, state, buyer } = found;
  const heading = useRef<HTMLHeadingElement>(null);
  const { revalidate } = useRevalidator();
  const address = `/admin/return-version/${formatReturnNumber(number)}`;
  const latest = useLatestFrom<{ version: string }>(address, 'admin:returns', found, asOf);
  const hasChanged = latest !== undefined && latest.version !== found.version;

  function show() {
    void revalidate();
    // The focused button is gone.
    heading.current?.focus();
  }

  return (
    <article aria-labelledby="return">
      <ScreenHead
        id="return"
        ref={heading}
        back={{ to: RETURNS_PATH, label: 'All returns' }}
        title={
          <>
            {formatReturnNumber(number)}
            <ReturnStateBadge state={state} />
            {kind !== 'return' && <ReturnKindBadge kind={kind} />}
          </>
        }
      >
        <ShowNews label={hasChanged ? 'Show what has changed' : null} onShow={show} />
      </ScreenHead>
      <p className="-mt-2 text-muted">
        {buyer.name ?? 'A buyer'}, order{' '}
        <TextLink to={`/admin/orders/${formatOrderNumber(orderNumber)}`}>
          {formatOrderNumber(orderNumber)}
        </TextLink>
        , requested <ExactTime time={found.askedAt} />
      </p>
      <OtherPart found={found} />
      <RefundState found={found} />
      <Actions found={found} />
      <div className="mt-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <Parts found={found} />
          <ReturnPhotos found={found} />
        </div>
        <div className="grid gap-4">
          <Terms found={found} />
          <Steps found={found} />
        </div>
      </div>
    </article>
  );
}

/** Links the two parts of a return that arrived separately. */
function OtherPart({ found: { restOf, rest } }: { found: ReturnPageData }) {
  const other = restOf ?? rest;
  if (other === null) return null;
  return (
    <p className="mt-1">
      {restOf === null ? 'The rest continues as ' : 'This is the rest of '}
      <TextLink to={`${RETURNS_PATH}/${formatReturnNumber(other)}`}>{formatReturnNumber(other)}</TextLink>.
    </p>
  );
}

function RefundState({ found: { state, refund, settlement } }: { found: ReturnPageData }) {
  if (state !== 'inspected' || !refund || !settlement) return null;
  const amount = formatDollars(settlement.totalCents);
  return refund.state === 'failed' ? (
    <Alert tone="danger" title={`The refund of ${amount} failed`} className="mt-4">
      {refund.failure === null
        ? 'The provider gave no reason.'
        : `The provider says: ${refund.failure.replaceAll('_', ' ')}.`}{' '}
      Refund it again, or send the parts back.
    </Alert>
  ) : (
    <Alert title={`${amount} is being refunded`} className="mt-4">
      This page shows when the refund is complete.
    </Alert>
  );
}

const dialogs = {
  approve: { label: 'Approve…', Dialog: ApproveDialog },
  refuse: { label: 'Decline…', Dialog: RefuseDialog },
  receive: { label: 'Received…', Dialog: ReceiveDialog },
  inspect: { label: 'Inspected…', Dialog: InspectDialog },
  refund: { label: 'Refund…', Dialog: RefundReturnDialog },
  'send-back': { label: 'Send back…', Dialog: SendBackDialog },
} as const;

type DialogAction = keyof typeof dialogs;

const shown: readonly ReturnAction[] = ['approve', 'receive', 'inspect', 'refund', 'send-back', 'refuse'];

function Actions({ found }: { found: ReturnPageData }) {
  const [open, setOpen] = useState<DialogAction>();
  const { sending, send } = useAction({ failure: 'Error' });
  const offered = shown.filter((action) => isReturnActionOffered(action, found));
  const Opened = open && dialogs[open].Dialog;
  const isOneUnit = found.lines.reduce((sum, { announced }) => sum + announced, 0) === 1;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {offered.map((action, index) => {
        const variant = index === 0 ? 'primary' : 'secondary';
        // The next step takes the place of the one before, and keeps the focus.
        const key = index === 0 ? 'next' : action;
        return action === 'receive' && isOneUnit ? (
          <Button
            key={key}
            variant={variant}
            busy={sending?.['intent'] === action}
            onClick={({ currentTarget }) => send({ intent: action }, currentTarget)}
          >
            Received
          </Button>
        ) : (
          <Button key={key} variant={variant} onClick={() => setOpen(action)}>
            {dialogs[action].label}
          </Button>
        );
      })}
      <AddPhoto
        busy={sending?.['intent'] === 'add-photo'}
        onAdd={(photo) => send({ intent: 'add-photo', photo })}
      />
      {Opened && <Opened found={found} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function Parts({ found }: { found: ReturnPageData }) {
  const { kind, lines, reason, details, claim, closedReason } = found;
  return (
    <Section title={kind === 'core' ? 'Old parts' : 'Parts'}>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2 first:pt-0">
            <p className="flex flex-wrap justify-between gap-x-4 font-semibold sm:flex-nowrap">
              <span className="wrap-anywhere">
                {line.announced} × {line.name}
                {describeArrival(line.returned, line.announced)}
              </span>
              <span className="tabular-nums">
                {formatDollars(
                  kind === 'core'
                    ? Math.round((line.coreCents * line.returned) / line.quantity)
                    : line.unitPriceCents * line.returned,
                )}
              </span>
            </p>
            <p className="text-sm text-muted">{[line.vehicle, line.condition].filter(Boolean).join(', ')}</p>
            {kind === 'return' && <p className="text-sm text-muted">{line.required}</p>}
            {line.backInStock > 0 ? (
              <Badge tone="good">Back in stock</Badge>
            ) : (
              line.restock === true && <Badge tone="info">Goes back into stock</Badge>
            )}
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid gap-2">
        {kind === 'return' && <Fact name="Reason">{reason}</Fact>}
        {claim && (
          <>
            <Fact name="Installed">{`By ${claim.installer ?? 'someone'}, on ${claim.installedOn}`}</Fact>
            <Fact name="Mileage">
              {`${claim.mileages[0].toLocaleString('en-US')} miles when installed, ${claim.mileages[1].toLocaleString('en-US')} when it failed`}
            </Fact>
          </>
        )}
        {closedReason !== null && <Fact name="The rest is not expected">{closedReason}</Fact>}
        {details !== null && (
          <Fact name={kind === 'warranty' ? 'Fault' : 'What the buyer wrote'}>{details}</Fact>
        )}
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

function Terms({ found }: { found: ReturnPageData }) {
  const { kind, terms, shopFault, settlement, sendTo, carrier, tracking } = found;
  return (
    <Section title="Terms">
      <dl className="grid gap-2">
        {kind === 'return' && (
          <>
            <Fact name="Restocking fee">
              {shopFault === true ? 'None' : `${Math.round(terms.restockingRate * 10_000) / 100}%`}
            </Fact>
            <Fact name="Return shipping">
              {shopFault === true || terms.wayBack === 'shop' ? 'We pay' : 'The buyer pays'}
            </Fact>
          </>
        )}
        {kind !== 'core' && (
          <Fact name="Whose mistake">
            {shopFault === null ? 'Not decided yet' : shopFault ? 'Ours' : 'Not ours'}
          </Fact>
        )}
        {sendTo !== null && <Fact name="Sent to">{sendTo}</Fact>}
        {settlement && <Fact name="Refund">{formatDollars(settlement.totalCents)}</Fact>}
        {tracking !== null && <Fact name="Sent back with">{`${carrier ?? ''} ${tracking}`.trim()}</Fact>}
      </dl>
      <p className="mt-3 text-sm text-muted">
        {formatDollars(found.leftCents)} of {formatDollars(found.totalCents)} can be refunded.
      </p>
    </Section>
  );
}

const mailLooks: Record<string, { tone: BadgeTone; text: string }> = {
  waiting: { tone: 'neutral', text: 'Email waiting' },
  sent: { tone: 'good', text: 'Email sent' },
  failed: { tone: 'bad', text: 'Email failed' },
};

function Steps({ found: { steps } }: { found: ReturnPageData }) {
  return (
    <Section title="History">
      <ol className="divide-y divide-line">
        {steps.map((step) => {
          const mail = step.mail === null ? undefined : mailLooks[step.mail];
          return (
            <li key={step.id} className="py-2 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{describeStep(step.kind)}</span>
                {mail && <Badge tone={mail.tone}>{mail.text}</Badge>}
              </p>
              {step.note !== null && <p className="whitespace-pre-line wrap-anywhere">{step.note}</p>}
              <p className="text-sm text-muted">
                {step.who}, <ExactTime time={step.at} />
              </p>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function describeStep(step: string): string {
  if (step === 'refund_requested') return 'Refund requested';
  if (step === 'refund_failed') return 'Refund failed';
  return returnStates[step as keyof typeof returnStates] ?? step;
}
