import { useState } from 'react';
import type { AdminPicture } from '#core/part-changes/admin-picture.ts';
import { PictureEditor } from '#core/part-changes/ui/picture-editor.tsx';
import { PictureInput } from '#core/part-changes/ui/picture-input.tsx';
import { usePictures } from '#core/part-changes/ui/use-pictures.ts';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { LeaveQuestion } from '#kit/leave-question.tsx';

/** Shows the pictures of a car, which are saved at once. */
export function VehicleAlbum({ id, pictures: stored }: { id: string; pictures: AdminPicture[] }) {
  // The page is read again after each action, while pictures may be on their way.
  const [initial] = useState(stored);
  const pictures = usePictures({ address: `${VEHICLES_PATH}/${id}/pictures`, initial, of: 'car' });
  return (
    <section aria-labelledby="pictures" className="mt-6">
      <h2 id="pictures" className="mb-2">
        Pictures
      </h2>
      <div className="mb-3 max-w-md">
        <PictureInput label="Add pictures" onAdd={(files) => void pictures.add(files)} />
      </div>
      <PictureEditor pictures={pictures} />
      {pictures.pending && (
        <LeaveQuestion hasChanges>Some pictures of the car are not saved yet.</LeaveQuestion>
      )}
    </section>
  );
}
