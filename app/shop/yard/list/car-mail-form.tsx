import { useEffect, useId, useRef } from 'react';
import { CAR_EMAILS_PATH, carWaitTexts } from '#core/car-mail/car-wait.ts';
import { SuggestionField } from '#core/catalog/ui/suggestion-field.tsx';
import { useModels } from '#core/catalog/ui/use-models.ts';
import { fillEmptyFields, useSender } from '#core/inbox/ui/use-sender.ts';
import type { YardQuery } from '#core/yard/yard-list.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';

interface CarMailFormProps {
  query: Pick<YardQuery, 'make' | 'model' | 'year'>;
  /** Shoppers may enter other values. */
  suggestions: { makes: string[]; models: string[] };
}

/** Asks for mail when a car comes in. Without JavaScript, the browser sends it to the page of these emails. */
export function CarMailForm({ query, suggestions }: CarMailFormProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const sender = useSender();
  const [models, loadModels] = useModels(suggestions);
  const { busy, result, errors, problem, send } = useAction({
    address: CAR_EMAILS_PATH,
    failure: carWaitTexts.failed,
    hasAlert: true,
    showsDone: true,
    reloads: false,
  });
  useEffect(() => {
    if (sender && element.current) fillEmptyFields(element.current, { ...sender, name: '', phone: '' });
  }, [sender]);
  const years = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;
  return (
    <Card as="section" padding="roomy" aria-labelledby={id} className="mt-10 max-w-3xl">
      <h2 id={id} className="text-xl">
        Email me when a car like mine comes in
      </h2>
      <p className="mt-1 mb-4 text-muted">{carWaitTexts.promise}</p>
      {result?.done ? (
        <Alert tone="success" announce>
          {result.message}
        </Alert>
      ) : (
        <form
          ref={element}
          method="post"
          action={CAR_EMAILS_PATH}
          className="grid gap-4 sm:grid-cols-4"
          onSubmit={(event) => {
            event.preventDefault();
            send(new FormData(event.currentTarget));
          }}
        >
          {problem !== undefined && (
            <Alert tone="danger" announce className="sm:col-span-4">
              {problem}
            </Alert>
          )}
          <SuggestionField
            name="make"
            label="Make"
            defaultValue={query.make}
            maxLength={100}
            error={errors['make']}
            suggestions={suggestions.makes}
            onChange={(event) => loadModels(event.currentTarget.value)}
          />
          <SuggestionField
            name="model"
            label="Model"
            defaultValue={query.model}
            maxLength={100}
            error={errors['model']}
            suggestions={models}
          />
          <TextField
            {...years}
            name="from_year"
            label="From year"
            defaultValue={query.year}
            error={errors['from_year']}
          />
          <TextField
            {...years}
            name="to_year"
            label="To year"
            defaultValue={query.year}
            error={errors['to_year']}
          />
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={320}
            required
            error={errors['email']}
            className="sm:col-span-3"
          />
          <Button type="submit" variant="primary" busy={busy} className="self-end">
            Email me
          </Button>
        </form>
      )}
    </Card>
  );
}
