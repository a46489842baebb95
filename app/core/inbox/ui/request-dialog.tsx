import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardPart } from '#core/catalog/card-part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { DEFAULT_URGENCY, partRequestMaxLengths, partRequestTexts } from '../part-request.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { checkFields } from '#kit/form/check-fields.ts';
import { useCall } from '#kit/form/use-call.ts';
import { PartNumber } from '#kit/part-number.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { isRateLimited, recordRequest } from '../recent-requests.ts';
import { postForm } from './post-form.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { fillEmptyFields, useSender } from './use-sender.ts';

const SUCCESS_MS = 2_000;

interface RequestDialogProps {
  part: CardPart;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RequestDialog({ part, open, onOpenChange }: RequestDialogProps) {
  const [busy, setBusy] = useState(false);
  const vehicle = vehicleName(part);
  return (
    <Dialog
      open={open}
      // The dialog stays open to show an error.
      busy={busy}
      onOpenChange={onOpenChange}
      title="Request This Part"
      description={
        <>
          {vehicle && <span className="block">{vehicle}</span>}
          <span className="block font-semibold text-ink">{part.name}</span>
          {part.oemNumber && (
            <span className="block">
              OEM <PartNumber>{part.oemNumber}</PartNumber>
            </span>
          )}
        </>
      }
    >
      <RequestForm part={part} onBusy={setBusy} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface RequestFormProps {
  part: CardPart;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

function RequestForm({ part, onBusy, onClose }: RequestFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useSender();
  const [sent, setSent] = useState(false);
  const { busy, problem, errors, form } = useCall({
    check: checkFields,
    lost: { problem: partRequestTexts.failed },
    async call({ email = '', phone = '', notes = '', ...fields }) {
      if (isRateLimited(email, phone)) return { problem: partRequestTexts.tooMany };
      const refused = await postForm('/functions/v1/send-part-request-email', {
        ...fields,
        ...toRequestFields(part),
        name: sender?.name || email,
        email,
        phone,
        description: notes,
      });
      if (refused) return { problem: refused.error, errors: refused.errors };
      recordRequest(email, phone);
      setSent(true);
      return undefined;
    },
  });

  useEffect(() => onBusy(busy), [onBusy, busy]);

  useEffect(() => {
    if (sender && element.current) fillEmptyFields(element.current, sender);
  }, [sender]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(close, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [sent]);

  if (sent) {
    return (
      <DialogBody>
        <div className="py-4">
          <Alert tone="success" announce>
            Request Submitted! We&apos;ll start looking for this part right away. You&apos;ll hear from us
            soon!
          </Alert>
        </div>
      </DialogBody>
    );
  }
  return (
    <form ref={element} {...form} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <fieldset disabled={busy} className="grid min-w-0 gap-4">
          <legend className="sr-only">Your contact details</legend>
          {problem && <Alert tone="danger" title={problem} announce />}
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={partRequestMaxLengths.email}
            required
            error={errors.email}
          />
          <TextField
            name="phone"
            label="Phone (optional)"
            type="tel"
            autoComplete="tel"
            maxLength={partRequestMaxLengths.phone}
            error={errors.phone}
          />
          <TextArea
            name="notes"
            label="Additional Notes (optional)"
            maxLength={partRequestMaxLengths.description}
            error={errors.description}
          />
          <HoneypotField />
        </fieldset>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Submitting Request...' : 'Submit Request'}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Cuts a part's texts to the lengths of a request's fields. */
function toRequestFields({ id, name, make, model, year }: CardPart) {
  return {
    partId: id,
    partName: name.slice(0, partRequestMaxLengths.partName),
    make: make?.slice(0, partRequestMaxLengths.make) ?? '',
    model: model?.slice(0, partRequestMaxLengths.model) ?? '',
    year: year && year >= 1000 && year <= 9999 ? String(year) : '',
    urgency: DEFAULT_URGENCY,
  };
}
