import { useState } from 'react';
import { findSendProblem, isOffered, type OrderAction } from '#core/orders/order-action.ts';
import type { Progress } from '#core/orders/order-progress.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Menu } from '#kit/menu.tsx';
import { MenuButton } from '#kit/menu-entry.tsx';
import {
  AcceptAmountDialog,
  AskForRestDialog,
  CancelDialog,
  MissingDialog,
  RefundDialog,
  SetAsideDialog,
} from './money-dialogs.tsx';
import { printAddress } from '#core/orders/order-addresses.ts';
import {
  DelayDialog,
  HandOverDialog,
  HoldDialog,
  NoteDialog,
  PackDialog,
  PurchaseOrderDialog,
  RevokeLinksDialog,
  ShipDialog,
} from './send-dialogs.tsx';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { AddressDialog } from '../corrections/address-dialog.tsx';
import { PartsDialog } from '../corrections/parts-dialog.tsx';
import { AddPhoto } from '#core/orders/ui/add-photo.tsx';

const dialogs = {
  pack: { label: 'Pack…', Dialog: PackDialog },
  ship: { label: 'Ship…', Dialog: ShipDialog },
  'pick-up': { label: 'Hand over…', Dialog: HandOverDialog },
  missing: { label: 'Part not found…', Dialog: MissingDialog },
  'correct-address': { label: 'Change the address…', Dialog: AddressDialog },
  'correct-parts': { label: 'Swap or add a part…', Dialog: PartsDialog },
  delay: { label: 'Report a delay…', Dialog: DelayDialog },
  refund: { label: 'Refund…', Dialog: RefundDialog },
  hold: { label: 'Put on hold…', Dialog: HoldDialog },
  cancel: { label: 'Cancel the order…', Dialog: CancelDialog },
  'set-aside': { label: 'Units set aside…', Dialog: SetAsideDialog },
  'accept-amount': { label: 'Accept the payment…', Dialog: AcceptAmountDialog },
  'ask-rest': { label: 'Ask for the rest…', Dialog: AskForRestDialog },
  'purchase-order': { label: 'Purchase order…', Dialog: PurchaseOrderDialog },
  note: { label: 'Add a note…', Dialog: NoteDialog },
  'revoke-links': { label: 'Revoke buyer links…', Dialog: RevokeLinksDialog },
} as const;

type DialogAction = keyof typeof dialogs;

/** The most likely next actions come first. */
const next: Partial<Record<Progress, readonly OrderAction[]>> = {
  to_pack: ['pack', 'ship', 'pick-up'],
  packed: ['ship', 'ready', 'pick-up'],
  partly_shipped: ['ship'],
  ready: ['pick-up', 'undo-ready'],
  shipped: ['delivered'],
};

/** The order waits for these decisions. */
const decisions: readonly OrderAction[] = ['release', 'ask-rest', 'accept-amount', 'resume'];

const directLabels: Partial<Record<OrderAction, string>> = {
  pack: 'Pack all',
  ready: 'Ready for pickup',
  'undo-ready': 'Not ready after all',
  delivered: 'Mark as delivered',
  release: 'Release the order',
  resume: 'Take off hold',
};

export function OrderActions({ order }: { order: DeskOrder }) {
  const [open, setOpen] = useState<DialogAction>();
  const { sending, send } = useAction({ failure: 'Error' });
  const steps = [...(next[order.progress] ?? []), ...decisions].filter(
    (action) => isOffered(action, order) && !(action === 'ask-rest' && order.due),
  );
  const others = (Object.keys(dialogs) as DialogAction[]).filter(
    (action) => isOffered(action, order) && (action === 'pack' || !steps.includes(action)),
  );
  const Opened = open && dialogs[open].Dialog;
  const problem = order.progress === 'canceled' ? undefined : findSendProblem(order);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {problem && <p className="mr-2 w-full font-semibold">Nothing may ship: {problem}.</p>}
      {steps.map((action, index) => (
        <Step
          // The next step takes the place of the one before, and keeps the focus.
          key={index === 0 ? 'next' : action}
          action={action}
          isFirst={index === 0}
          busy={sending?.['intent'] === action}
          onRun={(button) => send({ intent: action }, button)}
          onOpen={() => setOpen(action as DialogAction)}
        />
      ))}
      <Menu trigger="More" label="More actions" variant="secondary">
        {others.map((action) => (
          <MenuButton key={action} onClick={() => setOpen(action)}>
            {dialogs[action].label}
          </MenuButton>
        ))}
      </Menu>
      <AddPhoto
        busy={sending?.['intent'] === 'add-photo'}
        onAdd={(photo) => send({ intent: 'add-photo', photo })}
      />
      <ButtonLink to={printAddress('slips', [order.number])}>Packing slip</ButtonLink>
      <ButtonLink to={printAddress('invoices', [order.number])}>Invoice</ButtonLink>
      {Opened && <Opened order={order} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

interface StepProps {
  action: OrderAction;
  isFirst: boolean;
  busy: boolean;
  onRun: (button: Element) => void;
  onOpen: () => void;
}

function Step({ action, isFirst, busy, onRun, onOpen }: StepProps) {
  const direct = directLabels[action];
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      data-next={isFirst || undefined}
      busy={busy}
      onClick={direct === undefined ? onOpen : ({ currentTarget }) => onRun(currentTarget)}
    >
      {direct ?? dialogs[action as DialogAction].label}
    </Button>
  );
}
