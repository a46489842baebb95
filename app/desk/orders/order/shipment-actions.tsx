import { useState } from 'react';
import { isOffered } from '#core/orders/order-action.ts';
import { Button } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ActionDialog } from '#core/orders/ui/action-dialog.tsx';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { useOrderAction } from './use-order-action.ts';

interface ShipmentActionsProps {
  order: DeskOrder;
  shipment: { id: string; carrier: string | null; tracking: string | null };
  /** True if the buyer has the mail about it. */
  isMailed: boolean;
}

/** Shows the actions beside each parcel. */
export function ShipmentActions({ order, shipment, isMailed }: ShipmentActionsProps) {
  const [correcting, setCorrecting] = useState(false);
  const { running, run } = useOrderAction(order.number);
  return (
    <>
      {!isMailed && isOffered('undo-shipment', order) && (
        <Button
          size="small"
          busy={running === 'undo-shipment'}
          onClick={() => void run('undo-shipment', { shipment: shipment.id })}
        >
          Undo
        </Button>
      )}
      {isOffered('correct-tracking', order) && (
        <Button size="small" onClick={() => setCorrecting(true)}>
          Correct the number
        </Button>
      )}
      {correcting && (
        <ActionDialog
          number={order.number}
          action="correct-tracking"
          title="Correct the tracking number"
          confirmLabel="Save"
          onClose={() => setCorrecting(false)}
        >
          <input type="hidden" name="shipment" value={shipment.id} />
          <TextField
            name="tracking"
            label="Tracking number"
            defaultValue={shipment.tracking ?? ''}
            autoComplete="off"
            maxLength={60}
          />
          <TextField
            name="carrier"
            label="Carrier"
            defaultValue={shipment.carrier ?? ''}
            autoComplete="off"
            maxLength={60}
          />
        </ActionDialog>
      )}
    </>
  );
}
