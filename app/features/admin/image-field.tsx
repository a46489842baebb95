import { useRef, useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import type { FieldErrors } from '#domain/part-form.ts';
import { Field } from '#ui/field.tsx';
import { PartPicture } from '#ui/part-picture.tsx';
import { TextField } from '#ui/text-field.tsx';

interface ImageFieldProps {
  label: string;
  address: string;
  errors: FieldErrors;
}

/** A URL or an uploaded file: each clears the other. */
export function ImageField({ label, address: given, errors }: ImageFieldProps) {
  const [address, setAddress] = useState(given);
  const [preview, setPreview] = useState<string>();
  const input = useRef<HTMLInputElement>(null);

  function choose(file: File | undefined) {
    setPreview(undefined);
    if (!file) return;
    setAddress('');
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      // The admin may have chosen another file.
      if (input.current?.files?.[0] === file) setPreview(String(reader.result));
    });
    reader.readAsDataURL(file);
  }

  function type(next: string) {
    setAddress(next);
    setPreview(undefined);
    if (input.current) input.current.value = '';
  }

  const shown = preview ?? address;
  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-4">
        <div className="grid min-w-60 flex-1 gap-3">
          <TextField
            name="image_url"
            label="Image URL"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            onChange={(event) => type(event.target.value)}
            error={errors.image_url}
          />
          <Field label="Or upload a picture" hint="PNG, JPG or WEBP, at most 10 MB" error={errors.picture}>
            {(control) => (
              <input
                {...control}
                ref={input}
                type="file"
                name="picture"
                accept="image/png,image/jpeg,image/webp"
                onChange={(event) => choose(event.target.files?.[0])}
                className="control"
              />
            )}
          </Field>
        </div>
        <div className="w-40">
          <PartPicture
            src={shown || null}
            alt="Preview"
            width={160}
            height={120}
            eager
            className="aspect-4/3 w-full rounded-md border border-line"
          />
          <p role="status" className="mt-1 flex min-h-6 items-center gap-1 text-sm text-green-800">
            {shown && (
              <>
                <Icon name="CircleCheck" className="size-4" /> Image selected
              </>
            )}
          </p>
        </div>
      </div>
    </fieldset>
  );
}
