import { useRef, useState } from 'react';
import { ORDERS_PATH } from '#core/orders/orders-address.ts';
import { unitsField } from '#core/orders/unit-counts.ts';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { ScanButton } from '#core/yard/ui/scan-button.tsx';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Badge } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Button } from '#kit/button.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ActionButton } from '#kit/form/action-button.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { pullFailures } from './pull-failures.ts';
import type { PulledCar, PullLine, PullList } from './read-pull-list.server.ts';

/** Orders that can be printed at once. */
const PRINTED_ORDERS = 100;

interface Asked {
  intent: 'missing' | 'differs' | 'shelve';
  line: PullLine;
}

/** Lists sold parts that are still on a car, by its place, and those that are pulled and not inspected. */
export function PullView({ list: { lines, isCut } }: { list: PullList }) {
  const action = useAction({ failure: pullFailures.pulled });
  const [asked, setAsked] = useState<Asked>();
  const free = lines.filter(({ problem }) => problem === undefined);
  const toPull = free.filter(({ state }) => state === 'on_car');
  const toInspect = free.filter(({ state }) => state === 'pulled');
  const waiting = lines.filter(({ problem }) => problem !== undefined);
  const orders = [...new Set(toPull.map(({ order }) => formatOrderNumber(order ?? '')))].slice(
    0,
    PRINTED_ORDERS,
  );

  return (
    <>
      <ScreenHead title="Pull list">
        {orders.length > 0 && (
          <ButtonLink to={`/admin/orders-print?kind=pulls&orders=${orders.join(',')}`} target="_blank">
            Print
          </ButtonLink>
        )}
      </ScreenHead>
      {isCut && (
        <p className="mb-4 text-muted">These are the most urgent ones. More follow when they are done.</p>
      )}
      {lines.length === 0 && (
        <EmptyState title="Nothing to pull" icon="Boxes">
          Sold parts that are still on a car are listed here.
        </EmptyState>
      )}
      {toPull.length > 0 && <h2 className="mb-3 text-xl">To pull</h2>}
      {[...Map.groupBy(toPull, ({ car }) => car?.id)].map(([id, ofCar]) => (
        <section key={id ?? ''} aria-label={nameCar(ofCar[0]?.car)} className="mb-6">
          <CarHead car={ofCar[0]?.car} />
          <Lines label={`Parts on ${nameCar(ofCar[0]?.car)}`}>
            {ofCar.map((line) => (
              <LineRow key={line.lineId ?? line.partId} line={line}>
                <ActionButton
                  variant="primary"
                  action={action}
                  fields={{ intent: 'pulled', part: line.partId }}
                >
                  Pulled<span className="sr-only">: {line.name}</span>
                </ActionButton>
                <Button onClick={() => setAsked({ intent: 'missing', line })}>
                  Broken or not there…<span className="sr-only"> {line.name}</span>
                </Button>
              </LineRow>
            ))}
          </Lines>
        </section>
      ))}
      {toInspect.length > 0 && (
        <section aria-labelledby="to-inspect" className="mb-6">
          <h2 id="to-inspect" className="mb-3 text-xl">
            To inspect
          </h2>
          <Lines label="Parts to inspect">
            {toInspect.map((line) => (
              <LineRow key={line.lineId ?? line.partId} line={line} withCar>
                <Button variant="primary" onClick={() => setAsked({ intent: 'shelve', line })}>
                  As listed…<span className="sr-only"> {line.name}</span>
                </Button>
                {line.order !== null && (
                  <>
                    <Button onClick={() => setAsked({ intent: 'differs', line })}>
                      Differs…<span className="sr-only"> {line.name}</span>
                    </Button>
                    <Button onClick={() => setAsked({ intent: 'missing', line })}>
                      Not fit for sale…<span className="sr-only"> {line.name}</span>
                    </Button>
                  </>
                )}
                <ButtonLink to={`/admin/labels?parts=${line.partId}`} target="_blank">
                  Tag<span className="sr-only"> of {line.name}</span>
                </ButtonLink>
                <ActionButton
                  variant="quiet"
                  action={action}
                  fields={{ intent: 'put-back', part: line.partId }}
                >
                  Still on the car<span className="sr-only">: {line.name}</span>
                </ActionButton>
              </LineRow>
            ))}
          </Lines>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="not-now" className="mb-6">
          <h2 id="not-now" className="mb-3 text-xl">
            Not now
          </h2>
          <Lines label="Parts that wait">
            {waiting.map((line) => (
              <LineRow key={line.lineId ?? line.partId} line={line} withCar>
                <p className="basis-full">Not now: {line.problem}.</p>
                {line.buyerSays === 'asked' && <p className="basis-full">The buyer was asked by email.</p>}
                <BuyerLinks buyer={line.buyer} />
                {line.isOfCar && (
                  <Button onClick={() => setAsked({ intent: 'missing', line })}>
                    It can&apos;t be delivered…<span className="sr-only"> {line.name}</span>
                  </Button>
                )}
              </LineRow>
            ))}
          </Lines>
        </section>
      )}
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function nameCar(car: PulledCar | null | undefined): string {
  return car ? [car.stockNumber, car.title].filter(Boolean).join(', ') : 'a car that the yard does not list';
}

function CarHead({ car }: { car: PulledCar | null | undefined }) {
  return (
    <h3 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-base">
      <span>{car?.place ?? 'No place noted'}</span>
      {car ? (
        <TextLink to={`${VEHICLES_PATH}/${car.id}`}>{nameCar(car)}</TextLink>
      ) : (
        <span>{nameCar(car)}</span>
      )}
    </h3>
  );
}

function Lines({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <ul aria-label={label} className="rounded-lg border border-line bg-surface">
      {children}
    </ul>
  );
}

interface LineRowProps {
  line: PullLine;
  withCar?: boolean;
  children: React.ReactNode;
}

function LineRow({ line, withCar = false, children }: LineRowProps) {
  const { name, tag, units, pieces, buyerSays, order, shipBy, car, state } = line;
  const number = order === null ? null : formatOrderNumber(order);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-3 last:border-none">
      <div className="min-w-60 grow">
        <p className="font-semibold">
          {name} {buyerSays === 'take' && <Badge tone="good">The buyer takes it as it is</Badge>}{' '}
          {units > 1 && <Badge tone="warning">{units} units</Badge>}
        </p>
        <p className="text-sm text-muted">
          {tag !== null && `Tag ${tag}, `}
          {number === null ? 'not sold' : <TextLink to={`${ORDERS_PATH}/${number}`}>{number}</TextLink>}
          {shipBy !== null && (
            <>
              , by <ExactTime time={shipBy} />
            </>
          )}
        </p>
        {pieces.length > 0 && <p className="text-sm">With {pieces.join(', ')}</p>}
        {withCar && (
          <p className="text-sm text-muted">
            {state === 'pulled' ? 'From' : 'On'} {nameCar(car)}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </li>
  );
}

function BuyerLinks({ buyer: { name, email, phone } }: Pick<PullLine, 'buyer'>) {
  if (email === null && phone === null) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      Ask {name ?? 'the buyer'}:{email !== null && <TextLink to={`mailto:${email}`}>{email}</TextLink>}
      {phone !== null && <TextLink to={`tel:${phone}`}>{phone}</TextLink>}
    </p>
  );
}

/** The label of a part has an address, which is no shelf. */
const readShelf = (text: string) =>
  /^https?:/i.test(text) ? undefined : text.trim().slice(0, 200) || undefined;

function AskDialog({ asked: { intent, line }, onClose }: { asked: Asked; onClose: () => void }) {
  const shelf = useRef<HTMLInputElement>(null);
  const { lineId, partId, name, units, order } = line;
  const number = order === null ? '' : formatOrderNumber(order);
  if (intent === 'shelve')
    return (
      <ActionDialog
        intent="shelve"
        title={`${name} is as listed`}
        description="It is ready to pack then."
        submitLabel="Ready to pack"
        onClose={onClose}
      >
        <input type="hidden" name="part" value={partId} />
        <div className="flex items-start gap-2">
          <TextField
            ref={shelf}
            name="place"
            label="Shelf"
            hint="Type it or scan its code"
            autoComplete="off"
            maxLength={200}
            className="grow"
          />
          <ScanButton what="shelf" read={readShelf} field={() => shelf.current} className="mt-7" />
        </div>
      </ActionDialog>
    );
  if (intent === 'differs')
    return (
      <ActionDialog
        intent="differs"
        title={`${name} differs`}
        description={`${number} is put on hold until the buyer takes it as it is, or cancels it and gets the money back.`}
        submitLabel="Put on hold"
        onClose={onClose}
      >
        <input type="hidden" name="order" value={number} />
        <input type="hidden" name="line" value={lineId ?? ''} />
        <TextField name="what" label="What differs" autoComplete="off" maxLength={200} required />
        {line.buyer.email === null ? (
          <p>The buyer has no email. Please call, and take the order off hold on its page.</p>
        ) : (
          <>
            <Checkbox name="mail" value="yes" label="Ask the buyer by email" defaultChecked />
            <TextArea
              name="note"
              label="What to tell the buyer"
              hint="Follows what differs."
              defaultValue="We're sorry about this."
              maxLength={500}
              rows={2}
            />
          </>
        )}
      </ActionDialog>
    );
  return (
    <ActionDialog
      intent="missing"
      title={`${name} can't be sold`}
      description={`It is canceled in ${number} and refunded, and the buyer gets an email. To offer another part instead, swap it on the page of the order.`}
      submitLabel="Cancel and refund"
      isDangerous
      onClose={onClose}
    >
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name={unitsField(lineId ?? '')} value={units} />
      <TextArea name="note" label="What to tell the buyer" hint="Optional." maxLength={500} rows={2} />
    </ActionDialog>
  );
}
