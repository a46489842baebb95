import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import {
  type ReturnKind,
  returnKinds,
  type ReturnReason,
  returnReasons,
  returnStates,
  returnTextLengths,
} from '#core/orders/return.ts';
import { describeReturn, describeReturnCosts } from '#core/orders/return-terms.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { FieldError } from '#kit/field.tsx';
import { UnitFields } from '#core/orders/ui/unit-fields.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import type { AskErrors } from './ask-return.server.ts';
import type { Returnable, ReturnableLine } from './read-returnable.server.ts';
import { askAddress, returnAddress } from '../return-addresses.ts';

const texts: Record<ReturnKind, { title: string; choose: string; details: string; button: string }> = {
  return: {
    title: 'Return parts',
    choose: 'Which parts are you returning?',
    details: 'Tell us more',
    button: 'Request the return',
  },
  warranty: {
    title: 'Make a warranty claim',
    choose: 'Which part failed?',
    details: 'The fault *',
    button: 'Submit the claim',
  },
  core: {
    title: 'Return old parts',
    choose: 'Which old parts are you returning?',
    details: 'Anything we should know?',
    button: 'Request the core return',
  },
};

interface AskViewProps {
  number: number;
  returnable: Returnable;
  /** The outcome of a form that was refused. */
  outcome: { errors: AskErrors; fields: Record<string, string> } | undefined;
}

export function AskView({ number, returnable, outcome }: AskViewProps) {
  const { kind, problem, lines, earlier } = returnable;
  const { title, button } = texts[kind];
  const busy = useNavigation().state !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const open = lines.filter((line) => line.problem === undefined);
  const errors = outcome?.errors ?? {};
  useEffect(() => {
    if (!outcome) return;
    // The focus moves to the first wrong field of the form.
    const selector = '[data-refused] input:not([type=hidden]), [aria-invalid]';
    form.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [outcome]);

  return (
    <main className="mx-auto w-full max-w-3xl px-gutter py-8">
      <p>
        <TextLink to={`/orders/${formatOrderNumber(number)}`}>Order {formatOrderNumber(number)}</TextLink>
      </p>
      <h1>{title}</h1>
      <Kinds number={number} kind={kind} hasCores={returnable.hasCores} />
      <Introduction returnable={returnable} />
      {problem !== undefined || open.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="Nothing can be returned right now">
            {problem ??
              (lines.length > 0 ? 'See the reasons below.' : 'No part of this order has a core charge.')}
          </EmptyState>
        </div>
      ) : (
        <Card className="mt-6">
          <Form ref={form} method="post" noValidate className="grid gap-6">
            {errors.form !== undefined && <Alert tone="danger" title={errors.form} announce />}
            <Lines kind={kind} lines={open} error={errors.units} fields={outcome?.fields ?? {}} />
            <Questions kind={kind} errors={errors} fields={outcome?.fields ?? {}} />
            <div>
              <Button type="submit" variant="primary" size="large" busy={busy}>
                {button}
              </Button>
              <p className="mt-2 text-sm text-muted">You can add photos on the next page.</p>
            </div>
          </Form>
        </Card>
      )}
      <Others lines={lines.filter((line) => line.problem !== undefined)} />
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className="mt-8">
          <h2 id="earlier">Returns of this order</h2>
          <ul className="mt-2">
            {earlier.map((each) => (
              <li key={each.number} className="py-1.5">
                <TextLink to={returnAddress(number, each.number)}>{formatReturnNumber(each.number)}</TextLink>{' '}
                {returnKinds[each.kind]}, {returnStates[each.state].toLowerCase()}
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function Kinds({ number, kind, hasCores }: { number: number; kind: ReturnKind; hasCores: boolean }) {
  const shown = (['return', 'warranty', 'core'] as const).filter((each) => each !== 'core' || hasCores);
  const labels = { return: 'Return', warranty: 'Warranty claim', core: 'Cores' };
  return (
    <nav aria-label="Kind of return" className="mt-4">
      <ul className="-mx-1 flex flex-wrap gap-1">
        {shown.map((each) => (
          <li key={each}>
            <TextLink
              to={askAddress(number, each)}
              aria-current={each === kind ? 'page' : undefined}
              className="header-link aria-[current]:bg-chosen"
            >
              {labels[each]}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Introduction({ returnable: { kind, terms } }: { returnable: Returnable }) {
  const text = {
    return: `Within ${terms.days} days of delivery. ${describeReturnCosts(terms)}`,
    warranty: 'If a part fails within its warranty, we repair or replace it, or refund your money.',
    core: 'We refund the core charge when your old part arrives.',
  }[kind];
  return (
    <p className="mt-4 max-w-prose">
      {text} {kind !== 'core' && <TextLink to="/warranty">How it works</TextLink>}
    </p>
  );
}

interface LinesProps {
  kind: ReturnKind;
  lines: readonly ReturnableLine[];
  error: string | undefined;
  fields: Record<string, string>;
}

function Lines({ kind, lines, error, fields }: LinesProps) {
  const describe = useDescription(kind);
  const only = lines.length === 1;
  return (
    <Group error={error}>
      {kind === 'warranty' ? (
        <RadioGroup label={texts[kind].choose}>
          {lines.map((line) => (
            <Radio
              key={line.id}
              name="line"
              value={line.id}
              defaultChecked={fields['line'] === line.id || only}
              label={line.name}
              hint={describe(line)}
            />
          ))}
        </RadioGroup>
      ) : (
        <UnitFields
          legend={texts[kind].choose}
          lines={lines.map((line) => ({
            id: line.id,
            name: line.name,
            note: describe(line),
            most: line.most,
            initial: Number(fields[`units:${line.id}`] ?? (only && line.most === 1 ? 1 : 0)) || 0,
          }))}
        />
      )}
    </Group>
  );
}

/** Describes what a buyer has to know about a line. */
function useDescription(kind: ReturnKind) {
  const { timeZone } = useShop();
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return ({ vehicle, condition, deadline, origin, warranty, coreCents }: ReturnableLine) => {
    // The deadline is the end of the shown day.
    const day = deadline === null ? null : date.format(new Date(Date.parse(deadline) - 1));
    const until = day === null ? '' : `, until ${day}`;
    const terms = {
      return: describeReturn(origin, day === null ? undefined : `by ${day}`),
      warranty: `Warranty ${warranty}${until}`,
      core: `${formatDollars(coreCents)} for each${until}`,
    }[kind];
    return (
      <>
        {[vehicle, condition].filter(Boolean).join(', ')}
        <span className="block">{terms}</span>
      </>
    );
  };
}

function Questions({ kind, errors, fields }: Pick<LinesProps, 'kind' | 'fields'> & { errors: AskErrors }) {
  const field = (name: Exclude<keyof AskErrors, 'form' | 'units'>) => ({
    name,
    defaultValue: fields[name],
    error: errors[name],
  });
  return (
    <>
      {kind === 'return' && (
        <Group error={errors.reason}>
          <RadioGroup label="Why?">
            {(Object.keys(returnReasons) as ReturnReason[]).map((reason) => (
              <Radio
                key={reason}
                name="reason"
                value={reason}
                defaultChecked={fields['reason'] === reason}
                label={returnReasons[reason].label}
              />
            ))}
          </RadioGroup>
        </Group>
      )}
      {kind === 'warranty' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field('installer')}
            label="Installed by *"
            hint="A repair shop, or you"
            maxLength={returnTextLengths.installer}
          />
          <TextField {...field('installed_on')} label="Installed on *" type="date" />
          <TextField
            {...field('installed_mileage')}
            label="Mileage when installed *"
            inputMode="numeric"
            unit="miles"
            autoComplete="off"
          />
          <TextField
            {...field('failed_mileage')}
            label="Mileage when it failed *"
            inputMode="numeric"
            unit="miles"
            autoComplete="off"
          />
        </div>
      )}
      <TextArea {...field('details')} label={texts[kind].details} maxLength={returnTextLengths.details} />
    </>
  );
}

function Group({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div data-refused={error === undefined ? undefined : ''}>
      {children}
      <FieldError>{error}</FieldError>
    </div>
  );
}

function Others({ lines }: { lines: readonly ReturnableLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="others" className="mt-8">
      <h2 id="others">Can&apos;t be returned</h2>
      <ul className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="py-2">
            <p className="font-semibold wrap-anywhere">{line.name}</p>
            <p className="text-sm text-muted">{line.problem}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
