import { useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { useCall } from '#kit/form/use-call.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { AssistantsHead } from '../assistants-head.tsx';
import { TRY_ANSWER, TRY_PATH } from '../assistants-pages.ts';
import { checkTry, describeTry } from './describe-try.ts';
import { countParts, type Tried, TriedAnswer } from './tried-answer.tsx';

interface TryViewProps {
  /** False if assistants can't shop here. */
  isOpen: boolean;
  conditions: string[];
}

const lost = { problem: 'The shop did not answer. Please try again.' };

export function TryView({ isOpen, conditions }: TryViewProps) {
  const [tried, setTried] = useState<Tried>();
  const { busy, errors, problem, problemId, form } = useCall({
    lost,
    check: (element) => checkTry(textsOf(new FormData(element))),
    async call(fields) {
      setTried(undefined);
      setTried(await ask(fields));
      return undefined;
    },
  });
  return (
    <>
      <AssistantsHead
        shown={TRY_PATH}
        introduction="Enter what a buyer would tell an assistant, and see what the assistant gets from your shop. A VIN is not kept."
      />
      {!isOpen && (
        <Alert
          tone="warning"
          className="mb-4"
          title="Assistants can't shop here right now, so they get no answer"
        />
      )}
      <form {...form} className="grid max-w-3xl items-start gap-4 sm:grid-cols-6">
        {problem && <Alert id={problemId} tone="danger" title={problem} announce className="sm:col-span-6" />}
        <TextField
          name="query"
          label="What the buyer wants"
          placeholder="alternator"
          maxLength={200}
          autoComplete="off"
          error={errors['query']}
          className="sm:col-span-6"
        />
        <TextField
          name="year"
          label="Year"
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          error={errors['year']}
          className="sm:col-span-2"
        />
        <TextField
          name="make"
          label="Make"
          maxLength={60}
          autoComplete="off"
          error={errors['make']}
          className="sm:col-span-2"
        />
        <TextField
          name="model"
          label="Model"
          maxLength={60}
          autoComplete="off"
          error={errors['model']}
          className="sm:col-span-2"
        />
        <TextField
          name="vin"
          label="Or the VIN"
          maxLength={40}
          autoComplete="off"
          error={errors['vin']}
          className="sm:col-span-2"
        />
        <Select name="condition" label="Condition" className="sm:col-span-2">
          <option value="">Any</option>
          {conditions.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextField
          name="max"
          label="At most"
          unit="$"
          inputMode="decimal"
          maxLength={10}
          autoComplete="off"
          error={errors['max']}
          className="sm:col-span-2"
        />
        <div className="sm:col-span-6">
          <Button type="submit" variant="primary" busy={busy}>
            Ask the shop
          </Button>
        </div>
      </form>
      {/* It is there before the answer, so that screen readers announce it. */}
      <p role="status" className="sr-only">
        {tried && countParts(tried.answer)}
      </p>
      {tried && <TriedAnswer {...tried} />}
    </>
  );
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
}

async function ask(fields: Record<string, string>): Promise<Tried> {
  const request = describeTry(fields);
  const response = await fetch(TRY_ANSWER, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  const { status, body } = (await response.json()) as { status: number; body: string };
  return { request, status, answer: JSON.parse(body) as Tried['answer'] };
}
