import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react';
import { DEFAULT_URGENCY, partRequestMaxLengths, partRequestTexts, urgencies } from '#domain/part-request.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { hasAskedEnough, noteRequest } from './recent-requests.ts';
import { send } from './send.ts';
import { takeFocus } from './take-focus.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { fillIn, useKnownSender } from './use-known-sender.ts';
import { useModels } from './use-models.ts';
import { type Fields, useSendingForm } from './use-sending-form.ts';

export interface RequestFormProps {
  /** What the fields begin with. */
  known: Fields;
  /** What the catalogue has; anything else may be typed. */
  offers: { makes: string[]; models: string[] };
  /** Newest first. */
  years: string[];
}

/** Spec §2, Request a Part. Once a request is sent, it is a new form. */
export function RequestForm(props: RequestFormProps) {
  const [sent, setSent] = useState(0);
  const { offers, years } = props;
  return sent === 0 ? (
    <OneRequest {...props} onSent={() => setSent(1)} />
  ) : (
    <OneRequest
      key={sent}
      known={{}}
      offers={{ makes: offers.makes, models: [] }}
      years={years}
      onSent={() => setSent(sent + 1)}
      again
    />
  );
}

interface OneRequestProps extends RequestFormProps {
  onSent: () => void;
  /** It follows one that was sent: the focus stays where it was, on the button. */
  again?: boolean;
}

function OneRequest({ known, offers, years, onSent, again }: OneRequestProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useKnownSender();
  const [models, askForModels] = useModels(offers);
  const { busy, problems, form } = useSendingForm({
    onSend: sendRequest,
    onSent() {
      void showToast({ kind: 'success', title: partRequestTexts.sent });
      onSent();
    },
    onNotSent: ({ error }) => void showToast({ kind: 'error', title: error }),
  });

  useEffect(() => {
    if (sender && element.current) fillIn(element.current, sender);
  }, [sender]);

  const field = (name: keyof typeof partRequestMaxLengths) => ({
    name,
    maxLength: partRequestMaxLengths[name],
    defaultValue: known[name],
    error: problems[name],
  });
  // An address can name a year that is not among the fifty; the list must not lose it.
  const offered = known.year && !years.includes(known.year) ? [...years, known.year] : years;
  return (
    <form ref={element} method="post" {...form}>
      <fieldset disabled={busy} className="grid min-w-0 gap-5 sm:grid-cols-6">
        <legend className="sr-only">Your request</legend>
        <TextField
          {...field('name')}
          label="Full Name"
          autoComplete="name"
          required
          className="sm:col-span-6"
        />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          required
          className="sm:col-span-3"
        />
        <TextField
          {...field('phone')}
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          className="sm:col-span-3"
        />
        <OfferedField
          {...field('make')}
          label="Make"
          offers={offers.makes}
          onChange={(event) => askForModels(event.currentTarget.value)}
          className="sm:col-span-2"
        />
        <OfferedField {...field('model')} label="Model" offers={models} className="sm:col-span-2" />
        <Select
          name="year"
          label="Year"
          defaultValue={known.year ?? ''}
          error={problems.year}
          required
          className="sm:col-span-2"
        >
          <option value="" disabled>
            Choose a year
          </option>
          {offered.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
        <TextField
          {...field('partName')}
          label="Part Name"
          autoComplete="off"
          required
          className="sm:col-span-3"
        />
        <Select
          name="urgency"
          label="Urgency"
          defaultValue={known.urgency ?? DEFAULT_URGENCY}
          error={problems.urgency}
          className="sm:col-span-3"
        >
          {urgencies.map(({ value, label, description }) => (
            <option key={value} value={value}>
              {label} ({description})
            </option>
          ))}
        </Select>
        <TextArea
          {...field('description')}
          label="Detailed Description (optional)"
          hint="Side, color, engine, part number: whatever tells yours from the others."
          className="sm:col-span-6"
        />
        <HoneypotField />
        <Button
          type="submit"
          ref={again ? takeFocus : undefined}
          variant="primary"
          size="large"
          busy={busy}
          className="sm:col-span-6 sm:justify-self-start"
        >
          {busy ? 'Submitting Request...' : 'Submit Request'}
        </Button>
      </fieldset>
    </form>
  );
}

/** Spec §5: the browser counts too, and asks no sixth time. */
async function sendRequest(fields: Fields) {
  const { email = '', phone = '' } = fields;
  if (hasAskedEnough(email, phone)) return { error: partRequestTexts.tooMany };
  const notTaken = await send('/functions/v1/send-part-request-email', fields, partRequestTexts.failed);
  if (!notTaken) noteRequest(email, phone);
  return notTaken;
}

interface OfferedFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error: string | undefined;
  offers: string[];
}

/** A field that offers what the catalogue has, and takes anything. */
function OfferedField({ offers, ...field }: OfferedFieldProps) {
  const list = useId();
  return (
    <>
      <TextField {...field} list={list} autoComplete="off" required />
      <datalist id={list}>
        {offers.map((offer) => (
          <option key={offer}>{offer}</option>
        ))}
      </datalist>
    </>
  );
}
