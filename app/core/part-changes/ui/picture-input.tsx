import { useRef } from 'react';
import { Button } from '#kit/button.tsx';
import { Field } from '#kit/field.tsx';
import { Icon } from '#kit/icons/icon.tsx';

/** HEIC is missing, so that an iPhone converts its photos. */
const ACCEPT = 'image/jpeg,image/png,image/webp';

interface PictureInputProps {
  label: string;
  onAdd: (files: File[]) => void;
}

/** Takes several pictures at once, or one from the camera of a phone. */
export function PictureInput({ label, onAdd }: PictureInputProps) {
  const camera = useRef<HTMLInputElement>(null);

  function add({ currentTarget }: { currentTarget: HTMLInputElement }) {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    if (files.length > 0) onAdd(files);
  }

  return (
    <div data-saved-at-once className="grid min-w-60 flex-1 gap-3">
      <Field label={label} hint="PNG, JPG or WEBP. Pictures are saved right away">
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
  );
}
