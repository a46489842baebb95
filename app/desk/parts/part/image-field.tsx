import { useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { TextField } from '#kit/text-field.tsx';
import { PictureEditor } from '#core/part-changes/ui/picture-editor.tsx';
import { PictureInput } from '#core/part-changes/ui/picture-input.tsx';
import type { Pictures } from '#core/part-changes/ui/use-pictures.ts';

interface ImageFieldProps {
  label: string;
  address: string;
  error: string | undefined;
  pictures: Pictures;
}

/** Takes a URL, or uploaded pictures, which replace it. */
export function ImageField({ label, address: given, error, pictures }: ImageFieldProps) {
  const hasUploads = pictures.kept.length > 0;
  const [address, setAddress] = useState(hasUploads ? '' : given);

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
        <PictureInput
          label={hasUploads ? 'Add pictures' : 'Or upload pictures'}
          onAdd={(files) => {
            setAddress('');
            void pictures.add(files);
          }}
        />
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
