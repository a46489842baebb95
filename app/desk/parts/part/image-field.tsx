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
    <fieldset className="min-w-0 sm:col-span-full">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-start gap-4">
        {/* A disabled field is not sent, so that the stored address stays. */}
        <TextField
          name="image_url"
          label="Image URL"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          disabled={hasUploads}
          hint={hasUploads ? 'To use an address, remove the pictures first' : undefined}
          error={error}
          className="min-w-60 flex-1"
        />
        <div data-saved-at-once className="grid min-w-60 flex-1 gap-3">
          <Field
            label={hasUploads ? 'Add pictures' : 'Or upload pictures'}
            hint="PNG, JPG or WEBP. Pictures are saved right away"
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
        {!hasUploads && (
          <PartPicture
            src={address || null}
            alt="Preview"
            width={128}
            height={96}
            eager
            className="aspect-4/3 w-32 rounded-md border border-line"
          />
        )}
        <p role="status" className="flex min-h-6 items-center gap-1 self-center text-sm text-green-800">
          {(hasUploads || address) && (
            <>
              <Icon name="CircleCheck" className="size-4" /> Image selected
            </>
          )}
        </p>
      </div>
      <PictureEditor pictures={pictures} />
    </fieldset>
  );
}
