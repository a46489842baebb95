import { useEffect, useId, useRef, useState } from 'react';
import type { Part } from '#core/catalog/part.ts';
import { stockWaitTexts } from '#core/back-in-stock/stock-wait.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { TextField } from '#kit/text-field.tsx';

/** Stands on the page of a sold-out part. Without JavaScript, the browser sends it to /back-in-stock. */
export function NotifyForm({ part }: { part: Part }) {
  const id = useId();
  const isHeldForYou = useOwnHolds(part.id).length > 0;
  const element = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState<string>();
  const { busy, problem, errors, form } = useCall({
    lost: { problem: stockWaitTexts.failed },
    async call({ email }) {
      const body = { partId: part.id, email };
      const answer = await sendJson<{ message: string }>('POST', '/functions/v1/notify-me', body);
      if (answer.ok) setMessage(answer.data.message);
      else if (answer.field === 'email') return { errors: { email: answer.error } };
      else return { problem: answer.error || stockWaitTexts.failed };
      return undefined;
    },
  });
  useEffect(() => void fillOwnEmail(element.current).catch(() => undefined), []);

  if (isHeldForYou) return null;
  if (message !== undefined) {
    return (
      <Alert tone="success" announce>
        {message}
      </Alert>
    );
  }
  return (
    <form
      ref={element}
      id="notify"
      method="post"
      action="/back-in-stock"
      aria-labelledby={id}
      className="grid scroll-mt-4 gap-3"
      {...form}
    >
      <div>
        <h2 id={id} className="text-lg">
          Back-in-stock emails
        </h2>
        <p className="text-sm text-muted">{stockWaitTexts.promise}</p>
      </div>
      {problem !== undefined && (
        <Alert tone="danger" announce>
          {problem}
        </Alert>
      )}
      <input type="hidden" name="partId" value={part.id} />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={320}
        required
        error={errors.email}
      />
      <Button type="submit" variant="primary" busy={busy}>
        Notify Me
      </Button>
    </form>
  );
}

/** The page is the same for everybody, so the browser fills in the email. */
async function fillOwnEmail(form: HTMLFormElement | null): Promise<void> {
  const response = await fetch('/auth/v1/user');
  const { user } = (await response.json()) as { user: { email: string } | null };
  const field = form?.querySelector<HTMLInputElement>('[name=email]');
  if (user && field?.value === '') field.value = user.email;
}
