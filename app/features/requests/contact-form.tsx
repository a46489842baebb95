import { useEffect, useRef, useState } from 'react';
import { contactMaxLengths, contactTexts } from '#domain/contact-message.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { send } from './send.ts';
import { takeFocus } from './take-focus.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { fillIn, useKnownSender } from './use-known-sender.ts';
import { type Fields, useSendingForm } from './use-sending-form.ts';

/** Spec §2, Contact. Once a message is sent, it is a new form. */
export function ContactForm({ known }: { known: Fields }) {
  const [sent, setSent] = useState(0);
  return (
    <OneMessage
      key={sent}
      known={sent === 0 ? known : {}}
      again={sent > 0}
      onSent={() => setSent(sent + 1)}
    />
  );
}

interface OneMessageProps {
  known: Fields;
  onSent: () => void;
  /** It follows one that was sent: the focus stays where it was, on the button. */
  again: boolean;
}

function OneMessage({ known, onSent, again }: OneMessageProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useKnownSender();
  const { busy, problems, form } = useSendingForm({
    onSend: (fields) => send('/functions/v1/send-contact-email', fields, contactTexts.failed),
    onSent() {
      void showToast({ kind: 'success', title: contactTexts.sent });
      onSent();
    },
    onNotSent: ({ error }) => void showToast({ kind: 'error', title: error }),
  });

  useEffect(() => {
    if (sender && element.current) fillIn(element.current, sender);
  }, [sender]);

  const field = (name: keyof typeof contactMaxLengths) => ({
    name,
    maxLength: contactMaxLengths[name],
    defaultValue: known[name],
    error: problems[name],
    required: true,
  });
  return (
    <form ref={element} method="post" {...form}>
      <fieldset disabled={busy} className="grid min-w-0 gap-5 sm:grid-cols-2">
        <legend className="sr-only">Your message</legend>
        <TextField {...field('name')} label="Name" autoComplete="name" />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
        <TextField {...field('subject')} label="Subject" autoComplete="off" className="sm:col-span-2" />
        <TextArea {...field('message')} label="Message" rows={6} className="sm:col-span-2" />
        <HoneypotField />
        <Button
          ref={again ? takeFocus : undefined}
          type="submit"
          variant="primary"
          size="large"
          busy={busy}
          className="sm:justify-self-start"
        >
          {busy ? 'Sending...' : 'Send Message'}
        </Button>
      </fieldset>
    </form>
  );
}
