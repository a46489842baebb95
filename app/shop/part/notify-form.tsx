import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Part } from '#core/catalog/part.ts';
import { stockWaitTexts } from '#core/back-in-stock/stock-wait.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { TextField } from '#kit/text-field.tsx';

const TIMEOUT_MS = 30_000;

interface Answer {
  message?: string;
  error?: string;
  field?: string;
}

/** Stands on the page of a sold-out part. Without JavaScript, the browser sends it to /back-in-stock. */
export function NotifyForm({ part }: { part: Part }) {
  const id = useId();
  const isHeldForYou = useOwnHolds(part.id).length > 0;
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => void fillOwnEmail(form.current).catch(() => undefined), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const email = new FormData(event.currentTarget).get('email');
    setBusy(true);
    const answered = await send({ partId: part.id, email });
    setBusy(false);
    setAnswer(answered);
    if (answered.field === 'email') form.current?.querySelector<HTMLInputElement>('[name=email]')?.focus();
  }

  if (isHeldForYou) return null;
  if (answer?.message !== undefined) {
    return (
      <Alert tone="success" announce>
        {answer.message}
      </Alert>
    );
  }
  return (
    <form
      ref={form}
      id="notify"
      method="post"
      action="/back-in-stock"
      aria-labelledby={id}
      className="grid scroll-mt-4 gap-3"
      onSubmit={(event) => void submit(event)}
    >
      <div>
        <h2 id={id} className="text-lg">
          Back-in-stock emails
        </h2>
        <p className="text-sm text-muted">{stockWaitTexts.promise}</p>
      </div>
      {answer?.error !== undefined && answer.field !== 'email' && (
        <Alert tone="danger" announce>
          {answer.error}
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
        error={answer?.field === 'email' ? answer.error : undefined}
      />
      <Button type="submit" variant="primary" busy={busy}>
        Notify Me
      </Button>
    </form>
  );
}

async function send(body: object): Promise<Answer> {
  try {
    const response = await fetch('/functions/v1/notify-me', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer = (await response.json()) as Answer;
    return (answer.message ?? answer.error) ? answer : { error: stockWaitTexts.failed };
  } catch {
    return { error: stockWaitTexts.failed };
  }
}

/** The page is the same for everybody, so the browser fills in the email. */
async function fillOwnEmail(form: HTMLFormElement | null): Promise<void> {
  const response = await fetch('/auth/v1/user');
  const { user } = (await response.json()) as { user: { email: string } | null };
  const field = form?.querySelector<HTMLInputElement>('[name=email]');
  if (user && field?.value === '') field.value = user.email;
}
