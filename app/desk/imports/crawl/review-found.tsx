import { useState } from 'react';
import { Navigate } from 'react-router';
import type { CrawlState } from './crawl-state.ts';
import { siteOf } from '#core/imports/crawl/crawl.ts';
import { type Reading, readings } from '#core/imports/crawl/crawled-parts.ts';
import { formatPartCount } from '#core/catalog/part-count.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import type { Calls } from './use-calls.ts';

const readingTexts: Record<Reading, { label: string; hint: string }> = {
  'number first': {
    label: 'The number, then the name',
    hint: 'Part # 45022, and below it Front Brake Pad Set',
  },
  'name first': {
    label: 'The name, then the number',
    hint: 'Front Brake Pad Set, and below it Part # 45022',
  },
};

/** Asks what to do with the parts that a crawl found. */
export function ReviewFound({ crawl, calls }: { crawl: CrawlState; calls: Calls }) {
  const { id: crawlId, address, partsFound, reading, canReadAgain, partImport } = crawl;
  const [leaves, setLeaves] = useState(false);
  const importAddress = `/admin/import/${partImport}`;
  if (partImport !== null) {
    if (leaves) return <Navigate to={importAddress} />;
    return (
      <div className="mt-6">
        <p className="mb-3">These parts are in an import whose columns are mapped.</p>
        <ButtonLink to={importAddress}>Open the import</ButtonLink>
      </div>
    );
  }
  const send = (intent: string, body: object = {}) =>
    calls.send(intent, 'catalog-import', { intent, crawlId, ...body });
  async function map() {
    if (await send('map')) setLeaves(true);
  }
  const isBusy = calls.busy !== undefined || crawl.status === 'reading';

  return (
    <div className="mt-6 grid max-w-2xl gap-6">
      {canReadAgain && (
        <RadioGroup label="What comes first on the pages">
          {readings.map((each) => (
            <Radio
              key={each}
              name="reading"
              {...readingTexts[each]}
              checked={each === reading}
              // A disabled control would lose the focus.
              onChange={() => !isBusy && void send('read', { reading: each })}
            />
          ))}
          <p className="text-sm text-muted">{`It is remembered for ${siteOf(address)}.`}</p>
        </RadioGroup>
      )}
      {partsFound > 0 && (
        <div>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="primary"
              busy={calls.busy === 'import'}
              disabled={isBusy}
              onClick={() => void send('import')}
            >
              Import {formatPartCount(partsFound)}
            </Button>
            <Button busy={calls.busy === 'map'} disabled={isBusy} onClick={() => void map()}>
              Map the columns first
            </Button>
          </div>
          <p className="mt-3 max-w-prose text-sm text-muted">
            Import adds new parts without price and stock, and lists what differs from parts in the catalog.
            With mapped columns, the parts are checked line by line, as those of a file.
          </p>
        </div>
      )}
    </div>
  );
}
