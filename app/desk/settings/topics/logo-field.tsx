import { useEffect, useState } from 'react';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { formatError } from './setting-fields.tsx';
import { useSetting, useTopicFields } from './use-topic-form.ts';

export function LogoField() {
  const { value, error, change } = useSetting('logo');
  const { file, chooseFile } = useTopicFields();
  const preview = usePreview(file);
  const shown = preview ?? (typeof value === 'string' ? value : undefined);

  function remove() {
    chooseFile(null);
    change(null);
  }

  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field
        label="Logo"
        hint="For the header and the footer of each page. PNG, JPG or WEBP, at most 10 MB"
        error={formatError('Logo', error)}
        className="w-full sm:max-w-md"
      >
        {(control) => (
          <input
            {...control}
            // The input is replaced after the file was stored or discarded.
            key={file === null ? 'none' : 'chosen'}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={({ target }) => chooseFile(target.files?.[0] ?? null)}
            className="control"
          />
        )}
      </Field>
      {shown !== undefined && (
        <div className="flex items-center gap-3">
          <img
            src={shown}
            alt="The logo"
            width={64}
            height={64}
            className="size-16 rounded-md border border-line bg-picture object-contain"
          />
          <Button size="small" onClick={remove}>
            Remove logo
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns a data URL, which the content security policy allows. */
function usePreview(file: File | null): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => setPreview({ file, url: String(reader.result) }));
    reader.readAsDataURL(file);
  }, [file]);
  return preview && preview.file === file ? preview.url : undefined;
}
