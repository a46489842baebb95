import { useEffect, useRef, useState } from 'react';
import { contactMaxLengths, contactTexts } from '#core/inbox/contact-message.ts';
import { Button } from '#kit/button.tsx';
import { checkFields } from '#kit/form/check-fields.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { postForm } from '#core/inbox/ui/post-form.ts';
import { focusOnMount } from '../focus-on-mount.ts';
import { HoneypotField } from '#core/inbox/ui/honeypot-field.tsx';
import { fillEmptyFields, useSender } from '#core/inbox/ui/use-sender.ts';

/** A new empty form replaces a submitted one. */
export function ContactForm({ defaults }: { defaults: Partial<Record<string, string>> }) {
  const [sent, setSent] = useState(0);
  return (
    <MessageForm
      key={sent}
      defaults={sent === 0 ? defaults : {}}
      focusButton={sent > 0}
      onSuccess={() => setSent(sent + 1)}
    />
  );
}

interface MessageFormProps {
  defaults: Partial<Record<string, string>>;
  onSuccess: () => void;
  focusButton: boolean;
}

function MessageForm({ defaults, onSuccess, focusButton }: MessageFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useSender();
  const { busy, errors, form } = useCall({
    check: checkFields,
    lost: { toast: { title: contactTexts.failed } },
    async call(fields) {
      const refused = await postForm('/functions/v1/send-contact-email', fields);
      if (refused) return { errors: refused.errors, toast: { title: refused.error } };
      void showToast({ kind: 'success', title: contactTexts.sent });
      onSuccess();
      return undefined;
    },
  });

  useEffect(() => {
    if (sender && element.current) fillEmptyFields(element.current, sender);
  }, [sender]);

  const field = (name: keyof typeof contactMaxLengths) => ({
    name,
    maxLength: contactMaxLengths[name],
    defaultValue: defaults[name],
    error: errors[name],
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
          ref={focusButton ? focusOnMount : undefined}
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
