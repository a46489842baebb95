import { useEffect, useRef, useState } from 'react';
import {
  DEFAULT_URGENCY,
  partRequestMaxLengths,
  partRequestTexts,
  urgencies,
} from '#core/inbox/part-request.ts';
import { Button } from '#kit/button.tsx';
import { checkFields } from '#kit/form/check-fields.ts';
import { useCall } from '#kit/form/use-call.ts';
import { Select } from '#kit/select.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { isRateLimited, recordRequest } from '#core/inbox/recent-requests.ts';
import { postForm } from '#core/inbox/ui/post-form.ts';
import { focusOnMount } from '../focus-on-mount.ts';
import { HoneypotField } from '#core/inbox/ui/honeypot-field.tsx';
import { fillEmptyFields, useSender } from '#core/inbox/ui/use-sender.ts';
import { SuggestionField } from '#core/catalog/ui/suggestion-field.tsx';
import { useModels } from '#core/catalog/ui/use-models.ts';

export interface RequestFormProps {
  defaults: Partial<Record<string, string>>;
  /** Shoppers may enter other values. */
  suggestions: { makes: string[]; models: string[] };
  years: string[];
}

/** A new empty form replaces a submitted one. */
export function RequestForm(props: RequestFormProps) {
  const [sent, setSent] = useState(0);
  const { suggestions, years } = props;
  return sent === 0 ? (
    <SingleRequestForm {...props} onSuccess={() => setSent(1)} />
  ) : (
    <SingleRequestForm
      key={sent}
      defaults={{}}
      suggestions={{ makes: suggestions.makes, models: [] }}
      years={years}
      onSuccess={() => setSent(sent + 1)}
      focusButton
    />
  );
}

interface SingleRequestFormProps extends RequestFormProps {
  onSuccess: () => void;
  focusButton?: boolean;
}

function SingleRequestForm({ defaults, suggestions, years, onSuccess, focusButton }: SingleRequestFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const sender = useSender();
  const [models, loadModels] = useModels(suggestions);
  const { busy, errors, form } = useCall({
    check: checkFields,
    lost: { toast: { title: partRequestTexts.failed } },
    async call(fields) {
      const { email = '', phone = '' } = fields;
      if (isRateLimited(email, phone)) return { toast: { title: partRequestTexts.tooMany } };
      const refused = await postForm('/functions/v1/send-part-request-email', fields);
      if (refused) return { errors: refused.errors, toast: { title: refused.error } };
      recordRequest(email, phone);
      void showToast({ kind: 'success', title: partRequestTexts.sent });
      onSuccess();
      return undefined;
    },
  });

  useEffect(() => {
    if (sender && element.current) fillEmptyFields(element.current, sender);
  }, [sender]);

  const field = (name: keyof typeof partRequestMaxLengths) => ({
    name,
    maxLength: partRequestMaxLengths[name],
    defaultValue: defaults[name],
    error: errors[name],
  });
  // The address can contain a year outside the list.
  const yearOptions = defaults.year && !years.includes(defaults.year) ? [...years, defaults.year] : years;
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
        <SuggestionField
          {...field('make')}
          label="Make"
          suggestions={suggestions.makes}
          onChange={(event) => loadModels(event.currentTarget.value)}
          className="sm:col-span-2"
        />
        <SuggestionField {...field('model')} label="Model" suggestions={models} className="sm:col-span-2" />
        <Select
          name="year"
          label="Year"
          defaultValue={defaults.year ?? ''}
          error={errors.year}
          required
          className="sm:col-span-2"
        >
          <option value="" disabled>
            Choose a year
          </option>
          {yearOptions.map((year) => (
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
          defaultValue={defaults.urgency ?? DEFAULT_URGENCY}
          error={errors.urgency}
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
          hint="Side, color, engine, part number: anything that identifies the part."
          className="sm:col-span-6"
        />
        <HoneypotField />
        <Button
          type="submit"
          ref={focusButton ? focusOnMount : undefined}
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
