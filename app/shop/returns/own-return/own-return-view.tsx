import { useRef } from 'react';
import { Form, useActionData } from 'react-router';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { listSettlement } from '#core/returns/return-refund.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import {
  describeArrival,
  describeReason,
  isOpenForBuyer,
  MAX_RETURN_PHOTOS,
  returnKinds,
  returnStates,
} from '#core/orders/return.ts';
import { useReload } from '#core/live/ui/use-reload.ts';
import { Alert } from '#kit/alert.tsx';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Card } from '#kit/card.tsx';
import { type Outcome, useAction } from '#kit/form/use-action.ts';
import { Icon } from '#kit/icons/icon.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { OwnReturn } from '../read-own-return.server.ts';
import { askAddress, returnAddress } from '../return-addresses.ts';

const tones: Record<OwnReturn['state'], BadgeTone> = {
  asked: 'info',
  approved: 'info',
  refused: 'bad',
  received: 'info',
  inspected: 'info',
  refunded: 'good',
  sent_back: 'neutral',
  canceled: 'neutral',
};

const next: Record<OwnReturn['state'], string> = {
  asked: "We'll answer within two business days. Keep the parts until then.",
  approved: 'Print the slip, put it in the box, and send the parts to the address below.',
  refused: "We can't take these parts back.",
  received: "The parts arrived, and we're inspecting them.",
  inspected: 'We have inspected the parts.',
  refunded: 'Your money is on its way back to you.',
  sent_back: 'The parts are on their way to you.',
  canceled: 'You canceled it. You can request another return until the return period ends.',
};

export function OwnReturnView({ found, asOf }: { found: OwnReturn; asOf: number }) {
  useReload(`order:${found.orderId}`, asOf);
  const { number, orderNumber, kind, state, sendTo } = found;
  const isOpen = isOpenForBuyer(state);
  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8">
      <p className="text-muted">
        {returnKinds[kind]} of{' '}
        <TextLink to={`/orders/${formatOrderNumber(orderNumber)}`}>
          order {formatOrderNumber(orderNumber)}
        </TextLink>
      </p>
      <h1 className="flex flex-wrap items-center gap-3">
        {formatReturnNumber(number)} <Badge tone={tones[state]}>{returnStates[state]}</Badge>
      </h1>
      <p role="status" className="mt-3 max-w-prose text-lg">
        {describeNext(found)}
      </p>
      {state === 'approved' && sendTo !== null && <SendTo found={found} sendTo={sendTo} />}
      {found.settlement && <Refund found={found} />}
      <div className="mt-6 grid gap-4">
        <Parts found={found} />
        <Photos found={found} />
        <Steps found={found} />
      </div>
      {isOpen && <Cancel />}
      <p className="mt-6">
        <TextLink to={askAddress(orderNumber, 'return')}>All returns of this order</TextLink>
      </p>
    </main>
  );
}

function Cancel() {
  const { busy, send } = useAction({ failure: 'Error' });
  return (
    <details className="mt-6">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Cancel this return</summary>
      <Form
        method="post"
        className="mt-2"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        <input type="hidden" name="intent" value="cancel" />
        <p className="mb-3">You&apos;ll keep the parts and won&apos;t get a refund.</p>
        <Button type="submit" variant="danger" busy={busy}>
          Cancel the return
        </Button>
      </Form>
    </details>
  );
}

function describeNext({ state, settlement, hasFailedRefund }: OwnReturn): string {
  if (state !== 'inspected' || settlement === null) return next[state];
  return hasFailedRefund
    ? "The refund didn't go through. We'll send it again."
    : "We've asked our payment provider to refund your money.";
}

function SendTo({ found, sendTo }: { found: OwnReturn; sendTo: string }) {
  const shopPays = found.shopFault === true || (found.kind === 'return' && found.wayBack === 'shop');
  return (
    <Card className="mt-6">
      <h2>Send them to</h2>
      <address className="mt-2 whitespace-pre-line not-italic">{sendTo}</address>
      <p className="mt-2 font-semibold">Write {formatReturnNumber(found.number)} on the box.</p>
      <p className="mt-2 text-muted">
        {shopPays
          ? "We pay for return shipping. Keep the receipt, and we'll refund what you paid."
          : 'You pay for return shipping. Keep the receipt until you get your refund.'}
      </p>
      <ButtonLink
        to={returnAddress(found.orderNumber, found.number, 'slip')}
        variant="primary"
        className="mt-4"
      >
        <Icon name="ScrollText" /> Print the slip
      </ButtonLink>
    </Card>
  );
}

function Refund({ found: { kind, settlement } }: { found: OwnReturn }) {
  if (!settlement) return null;
  return (
    <Card className="mt-6">
      <h2>Refund</h2>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-1 tabular-nums">
        {listSettlement(kind, settlement).map(([name, cents]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="pl-4 text-right">{formatDollars(cents)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-2 font-semibold">Total</dt>
        <dd className="border-t border-line pt-2 pl-4 text-right font-semibold">
          {formatDollars(settlement.totalCents)}
        </dd>
      </dl>
    </Card>
  );
}

function Parts({ found }: { found: OwnReturn }) {
  const { kind, state, lines, reason, details, claim, carrier, tracking, closedReason, rest } = found;
  return (
    <Card as="section" aria-labelledby="parts">
      <h2 id="parts">{kind === 'core' ? 'Old parts' : 'Parts'}</h2>
      <ul className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2">
            <p className="font-semibold wrap-anywhere">
              {line.quantity} × {line.name}
              {describeArrival(line.received ?? line.quantity, line.quantity)}
            </p>
            <p className="text-sm text-muted">{line.vehicle}</p>
            {kind === 'return' && isOpenForBuyer(state) && (
              <p className="text-sm text-muted">{line.required}</p>
            )}
          </li>
        ))}
      </ul>
      {rest !== null && (
        <p className="mt-2">
          The rest continues as{' '}
          <TextLink to={returnAddress(found.orderNumber, rest)}>{formatReturnNumber(rest)}</TextLink>.
        </p>
      )}
      <dl className="mt-3 grid gap-2 text-sm">
        {closedReason !== null && <Fact name="We refund only what arrived">{closedReason}</Fact>}
        {kind === 'return' && <Fact name="Reason">{describeReason(kind, reason)}</Fact>}
        {claim && (
          <>
            <Fact name="Installed">{`By ${claim.installer ?? '?'}, on ${claim.installedOn}`}</Fact>
            <Fact name="Mileage">
              {`${claim.mileages[0].toLocaleString('en-US')} miles when installed, ${claim.mileages[1].toLocaleString('en-US')} when it failed`}
            </Fact>
          </>
        )}
        {details !== null && <Fact name={kind === 'warranty' ? 'Fault' : 'Your description'}>{details}</Fact>}
        {tracking !== null && <Fact name="Sent with">{`${carrier ?? ''} ${tracking}`.trim()}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  );
}

function Photos({ found }: { found: OwnReturn }) {
  const { number, orderNumber, photos, state } = found;
  const form = useRef<HTMLFormElement>(null);
  const { busy, send } = useAction({
    failure: 'Error adding the photo',
    onDone: () => form.current?.reset(),
  });
  const refused = useActionData<Outcome>();
  const address = returnAddress(orderNumber, number, 'photos');
  const mayAdd = isOpenForBuyer(state) && photos.length < MAX_RETURN_PHOTOS;
  if (photos.length === 0 && !mayAdd) return null;

  return (
    <Card as="section" aria-labelledby="photos">
      <h2 id="photos">Photos</h2>
      {photos.length > 0 && (
        <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map(({ id, byShop }, index) => (
            <li key={id}>
              <a href={`${address}/${id}`} target="_blank" rel="noreferrer" className="link block">
                <img
                  src={`${address}/${id}`}
                  alt={`${byShop ? 'From us' : 'From you'}, ${index + 1}`}
                  width={320}
                  height={240}
                  loading="lazy"
                  className="aspect-4/3 w-full rounded-md border border-line bg-picture object-cover"
                />
                <span className="sr-only">, in a new window</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <Form
          ref={form}
          method="post"
          encType="multipart/form-data"
          className="mt-3 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            send(new FormData(event.currentTarget));
          }}
        >
          {refused?.message && <Alert tone="danger" title={refused.message} className="w-full" />}
          <input type="hidden" name="intent" value="add-photo" />
          <label className="min-w-0 grow">
            <span className="mb-1 block text-sm font-semibold">Photo (PNG, JPG or WEBP, up to 10 MB)</span>
            <input
              type="file"
              name="photo"
              required
              accept="image/jpeg,image/png,image/webp"
              className="control h-auto py-2"
            />
          </label>
          <Button type="submit" busy={busy}>
            <Icon name="Camera" /> Add photo
          </Button>
        </Form>
      )}
    </Card>
  );
}

function Steps({ found: { steps } }: { found: OwnReturn }) {
  const { timeZone } = useShop();
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return (
    <Card as="section" aria-labelledby="steps">
      <h2 id="steps">History</h2>
      <ol className="mt-2 divide-y divide-line">
        {steps.map(({ id, kind, at, note }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-semibold">{describeStep(kind)}</span>
              <time dateTime={at} className="text-muted">
                {time.format(new Date(at))}
              </time>
            </p>
            {note !== null && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function describeStep(kind: string): string {
  if (kind === 'refund_requested') return 'Refund requested';
  if (kind === 'refund_failed') return "Refund failed. We'll send it again";
  return returnStates[kind as keyof typeof returnStates] ?? kind;
}
