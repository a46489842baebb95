import type { GarageVehicle } from '#core/vehicles/garage.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import { confirmFits } from '../confirmed-fits.ts';

export interface WrongPart {
  id: string;
  name: string;
  reason: string;
}

interface FitQuestionProps {
  parts: readonly WrongPart[];
  vehicle: GarageVehicle;
  /** The label names what the shopper goes back to. */
  cancelLabel: string;
  /** Runs in the click itself, so that it may open a tab. */
  onBuy: () => void;
  onClose: () => void;
}

/** Asks before parts are paid that don't fit the shopper's vehicle. Loaded when it is needed. */
export default function FitQuestion({ parts, vehicle, cancelLabel, onBuy, onClose }: FitQuestionProps) {
  function buy() {
    confirmFits(
      parts.map(({ id }) => id),
      vehicle,
    );
    onClose();
    onBuy();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${parts.length === 1 ? "This part isn't" : `${parts.length} parts aren't`} listed for your ${vehicleName(vehicle)}`}
      confirmLabel="Buy anyway"
      cancelLabel={cancelLabel}
      variant="primary"
      onConfirm={buy}
    >
      <ul className="grid gap-2">
        {parts.map(({ id, name, reason }) => (
          <li key={id}>
            <strong className="block font-semibold text-ink">{name}</strong>
            {reason}
          </li>
        ))}
      </ul>
      <p className="mt-3">We won&apos;t ask about {parts.length === 1 ? 'it' : 'them'} again for this car.</p>
    </ConfirmDialog>
  );
}
