import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Part } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { DEFAULT_URGENCY, partRequestMaxLengths, partRequestTexts } from '#domain/part-request.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { hasAskedEnough, noteRequest } from './recent-requests.ts';
import { send } from './send.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { fillIn, useKnownSender } from './use-known-sender.ts';
import { useSendingForm } from './use-sending-form.ts';

/** Spec §9, Request dialog success display, in milliseconds. */
const SHOWN = 2_000;

interface RequestDialogProps {
  part: Part;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Request This Part (Spec §2, Home): form, success message for 2 seconds, closed and cleared. */
export function RequestDialog({ part, open, onOpenChange }: RequestDialogProps) {
  const [busy, setBusy] = useState(false);
  const vehicle = vehicleName(part);
  return (
    <Dialog
      open={open}
      // What is on its way must still be able to say that it failed.
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
  part: Part;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

/** It is there as long as the dialog is open, so that each opening begins with an empty one. */
function RequestForm({ part, onBusy, onClose }: RequestFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useKnownSender();
  const [sent, setSent] = useState(false);
  const [error, setError] = useState<string>();
  const { busy, problems, form } = useSendingForm({
    async onSend({ email = '', phone = '', notes = '', ...fields }) {
      setError(undefined);
      if (hasAskedEnough(email, phone)) return { error: partRequestTexts.tooMany };
      onBusy(true);
      const request = {
        ...fields,
        ...requestFor(part),
        name: sender?.name || email,
        email,
        phone,
        description: notes,
      };
      const notTaken = await send('/functions/v1/send-part-request-email', request, partRequestTexts.failed);
      onBusy(false);
      if (!notTaken) noteRequest(email, phone);
      return notTaken;
    },
    onSent: () => setSent(true),
    onNotSent: (reason) => setError(reason.error),
  });

  useEffect(() => {
    if (sender && element.current) fillIn(element.current, sender);
  }, [sender]);

  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(close, SHOWN);
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
          <legend className="sr-only">How we reach you</legend>
          {error && <Alert tone="danger" title={error} announce />}
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={partRequestMaxLengths.email}
            required
            error={problems.email}
          />
          <TextField
            name="phone"
            label="Phone (optional)"
            type="tel"
            autoComplete="tel"
            maxLength={partRequestMaxLengths.phone}
            error={problems.phone}
          />
          <TextArea
            name="notes"
            label="Additional Notes (optional)"
            maxLength={partRequestMaxLengths.description}
            error={problems.description}
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

/** What the catalogue says about the part, within the bounds of a request. */
function requestFor({ id, name, make, model, year }: Part) {
  return {
    partId: id,
    partName: name.slice(0, partRequestMaxLengths.partName),
    make: make?.slice(0, partRequestMaxLengths.make) ?? '',
    model: model?.slice(0, partRequestMaxLengths.model) ?? '',
    year: year && year >= 1000 && year <= 9999 ? String(year) : '',
    urgency: DEFAULT_URGENCY,
  };
}
