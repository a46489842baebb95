import { useEffect, useState } from 'react';
import { VEHICLES_PATH } from '#core/yard/vehicles-list.ts';
import { Alert } from '#kit/alert.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { listDrafts } from '../part-out/draft.ts';

/** Lists cars whose parts were noted in this browser and not added yet. Shows nothing if there are none. */
export function WaitingDrafts() {
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof listDrafts>>>([]);
  useEffect(() => {
    void listDrafts().then(setDrafts);
  }, []);
  if (drafts.length === 0) return null;
  return (
    <Alert title="Begun in this browser, and not added yet" className="mb-4">
      <ul className="flex flex-wrap gap-x-4">
        {drafts.map(({ carId, title }) => (
          <li key={carId}>
            <TextLink to={`${VEHICLES_PATH}/${carId}/parts`}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
