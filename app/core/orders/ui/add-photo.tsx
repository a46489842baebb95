import { useRef } from 'react';
import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';

interface AddPhotoProps {
  busy: boolean;
  onAdd: (photo: File) => void;
}

/** Opens the camera on a phone. */
export function AddPhoto({ busy, onAdd }: AddPhotoProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        hidden
        aria-label="Photo"
        onChange={(event) => {
          const [photo] = event.target.files ?? [];
          event.target.value = '';
          if (photo) onAdd(photo);
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
        <Icon name="Camera" /> Add photo
      </Button>
    </>
  );
}
