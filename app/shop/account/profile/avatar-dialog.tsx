import { type ChangeEvent, useId, useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { showToast } from '#kit/show-toast.ts';
import { findPictureProblem, initialSquare, MAX_FILE_BYTES, type Square } from './avatar-crop.ts';
import { AvatarCrop } from './avatar-crop.tsx';
import { cropToJpeg, readAsDataUrl } from './crop-to-jpeg.ts';

const UNREADABLE = "We couldn't read this file as a picture. Please choose another one.";
const TOO_BIG = `This file is too big. Please choose a picture of at most ${MAX_FILE_BYTES / 1024 / 1024} MB.`;

interface AvatarDialogProps {
  userId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
}

export default function AvatarDialog({ userId, open, onOpenChange, onSaved }: AvatarDialogProps) {
  const [picture, setPicture] = useState<HTMLImageElement>();
  const [square, setSquare] = useState<Square>();
  const [problem, setProblem] = useState<string>();
  const [saving, setSaving] = useState(false);
  const inputId = useId();

  function change(next: boolean) {
    if (!next) {
      setPicture(undefined);
      setSquare(undefined);
      setProblem(undefined);
    }
    onOpenChange(next);
  }

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!file) return;
    const read = await readPicture(file);
    if (typeof read === 'string') {
      setProblem(read);
      return;
    }
    setProblem(undefined);
    setPicture(read);
    setSquare(initialSquare({ width: read.naturalWidth, height: read.naturalHeight }));
  }

  async function save() {
    if (!picture || !square || saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const avatar_url = await cropToJpeg(picture, square);
      const result = await sendJson('POST', '/profile/avatar', { user_id: userId, avatar_url });
      if (!result.ok) throw new Error(result.error);
      void showToast({ kind: 'success', title: 'Profile picture updated successfully' });
      setPicture(undefined);
      setSquare(undefined);
      onOpenChange(false);
      onSaved();
    } catch {
      void showToast({ kind: 'error', title: 'Failed to save profile picture' });
      setProblem('Failed to save profile picture');
    } finally {
      setSaving(false);
    }
  }

  const fileButton = (
    <label
      htmlFor={inputId}
      className={buttonClasses(
        { variant: picture ? 'secondary' : 'primary' },
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
      )}
    >
      {picture ? 'Choose Different Image' : 'Choose Image'}
      <input
        id={inputId}
        type="file"
        accept="image/*"
        disabled={saving}
        onChange={(event) => void choose(event)}
        className="sr-only"
      />
    </label>
  );

  return (
    <Dialog
      open={open}
      busy={saving}
      changed={picture !== undefined}
      onOpenChange={change}
      title="Update Profile Picture"
      size="medium"
    >
      <DialogBody>
        {problem && (
          <Alert tone="danger" announce className="mb-4">
            {problem}
          </Alert>
        )}
        {picture && square ? (
          <AvatarCrop picture={picture} square={square} onChange={setSquare} disabled={saving} />
        ) : (
          <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-10 text-center">
            {fileButton}
            <p className="text-sm text-muted">Any picture of at least 100 x 100 pixels and up to 50 MB.</p>
          </div>
        )}
      </DialogBody>
      {picture && (
        <DialogActions>
          {fileButton}
          <Button variant="primary" busy={saving} onClick={() => void save()}>
            {saving ? 'Saving...' : 'Save Picture'}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

async function readPicture(file: File): Promise<HTMLImageElement | string> {
  if (file.size > MAX_FILE_BYTES) return TOO_BIG;
  const picture = new Image();
  const url = await readAsDataUrl(file).catch(() => undefined);
  if (url === undefined) return UNREADABLE;
  // `decode()` would decode a huge picture before its size can be checked.
  const loaded = await new Promise<boolean>((resolve) => {
    picture.addEventListener('load', () => resolve(true));
    picture.addEventListener('error', () => resolve(false));
    picture.src = url;
  });
  if (!loaded) return UNREADABLE;
  return findPictureProblem({ width: picture.naturalWidth, height: picture.naturalHeight }) ?? picture;
}
