import { type ReactNode, useRef } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import type { Fields } from '#kit/form/use-action.ts';
import { Progress } from '#kit/progress.tsx';
import { type UploadOptions, useUpload } from './use-upload.ts';

interface FileUploadProps extends UploadOptions {
  /** Name of the file's field, also in the action's errors. */
  name: string;
  label: string;
  hint: string;
  accept: string;
  /** Text of the button. */
  send: string;
  variant?: 'primary';
  /** Fields that ask for room for the file. */
  start: (form: FormData) => Fields;
  /** Fields above the file. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  note?: string;
}

/** A form that uploads a file and shows how far it is. It is empty again when that is done. */
export function FileUpload({
  name,
  label,
  hint,
  accept,
  send,
  variant,
  start,
  children,
  note,
  onDone,
  ...options
}: FileUploadProps) {
  const form = useRef<HTMLFormElement>(null);
  const upload = useUpload({
    ...options,
    onDone(started) {
      form.current?.reset();
      onDone?.(started);
    },
  });
  const { busy, percent = 0, errors, problem } = upload;
  return (
    <form
      ref={form}
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const file = values.get(name);
        if (file instanceof File) upload.start(file, start(values));
      }}
    >
      {problem && <Alert tone="danger" title={problem} announce />}
      {children?.(errors)}
      <Field label={label} hint={hint} error={errors[name]}>
        {(control) => (
          <input {...control} type="file" name={name} accept={accept} required className="control" />
        )}
      </Field>
      {busy && (
        <Progress
          label={percent < 100 ? `Uploading: ${percent}%` : 'Looking at the file...'}
          value={percent}
        />
      )}
      <div>
        <Button type="submit" variant={variant} busy={busy}>
          {busy ? 'Uploading...' : send}
        </Button>
        {note && <p className="mt-2 text-sm text-muted">{note}</p>}
      </div>
    </form>
  );
}
