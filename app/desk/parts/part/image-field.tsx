import { useRef, useState } from 'react';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { TextField } from '#kit/text-field.tsx';
import { PictureEditor } from './picture-editor.tsx';
import type { Pictures } from './use-pictures.ts';

interface ImageFieldProps {
  label: string;
  address: string;
  error: string | undefined;
  pictures: Pictures;
}

/** HEIC is missing, so that an iPhone converts its photos. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

/** Takes a URL, or uploaded pictures, which replace it. */
export function ImageField({ label, address: given, error, pictures }: ImageFieldProps) {
  const hasUploads = pictures.kept.length > 0;
  const [address, setAddress] = useState(hasUploads ? '' : given);
  const camera = useRef<HTMLInputElement>(null);

  function add({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (files.length === 0) return;
    setAddress('');
    void pictures.add(files);
  }

  return (
    <fieldset className="min-w-0 sm:col-span-2">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-4">
        <div className="grid min-w-60 flex-1 gap-3">
          {/* If this field is missing, the stored address stays. */}
          {!hasUploads && (
            <TextField
              name="image_url"
              label="Image URL"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              error={error}
            />
          )}
          <div data-saved-at-once className="flex flex-wrap items-end gap-3">
            <Field
              label={hasUploads ? 'Add pictures' : 'Or upload pictures'}
              hint="PNG, JPG or WEBP. Pictures are saved right away"
              className="min-w-60 flex-1"
            >
              {(control) => (
                <input {...control} type="file" accept={ACCEPT} multiple onChange={add} className="control" />
              )}
            </Field>
            <input
              ref={camera}
              type="file"
              accept={ACCEPT}
              capture="environment"
              hidden
              aria-label="Photo"
              onChange={add}
            />
            <Button
              className="hidden w-full pointer-coarse:inline-flex"
              size="large"
              onClick={() => camera.current?.click()}
            >
              <Icon name="Camera" /> Take a picture
            </Button>
          </div>
        </div>
        {!hasUploads && (
          <PartPicture
            src={address || null}
            alt="Preview"
            width={160}
            height={120}
            eager
            className="aspect-4/3 w-40 rounded-md border border-line"
          />
        )}
      </div>
      <p role="status" className="my-1 flex min-h-6 items-center gap-1 text-sm text-green-800">
        {(hasUploads || address) && (
          <>
            <Icon name="CircleCheck" className="size-4" /> Image selected
          </>
        )}
      </p>
      <PictureEditor pictures={pictures} />
    </fieldset>
  );
}
