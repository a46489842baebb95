import { useState } from 'react';
import { isOffered } from '#core/orders/order-action.ts';
import { Button } from '#kit/button.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ActionButton, type ActionButtonProps } from '#kit/form/action-button.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';

interface ShipmentActionsProps {
  order: DeskOrder;
  shipment: { id: string; carrier: string | null; tracking: string | null };
  /** True if the buyer has the mail about it. */
  isMailed: boolean;
  action: ActionButtonProps['action'];
}

/** Shows the actions beside each parcel. */
export function ShipmentActions({ order, shipment, isMailed, action }: ShipmentActionsProps) {
  const [correcting, setCorrecting] = useState(false);
  return (
    <>
      {!isMailed && isOffered('undo-shipment', order) && (
        <ActionButton
          size="small"
          action={action}
          fields={{ intent: 'undo-shipment', shipment: shipment.id }}
        >
          Undo
        </ActionButton>
      )}
      {isOffered('correct-tracking', order) && (
        <Button size="small" onClick={() => setCorrecting(true)}>
          Correct the number
        </Button>
      )}
      {correcting && (
        <ActionDialog
          intent="correct-tracking"
          title="Correct the tracking number"
          submitLabel="Save"
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
