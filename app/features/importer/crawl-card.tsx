import { type FormEvent, useState } from 'react';
import { Icon } from '#ui/icons/icon.tsx';
import { CATALOG_ROOT, catalogAddress } from '#domain/crawl.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { AdminsOnly } from './admins-only.tsx';
import { CrawlProgress } from './crawl-progress.tsx';
import { KeyForm } from './key-form.tsx';
import { readKey, storeKey } from './key-store.ts';
import type { Calls } from './use-calls.ts';
import { type Importer, isRunning } from './use-importer.ts';

interface CrawlCardProps {
  /** Null if another browser has the key. */
  apiKey: string | null;
  importer: Importer;
  calls: Calls;
  /** Returns whether the session has ended. */
  signOut: () => Promise<boolean>;
}

export function CrawlCard({ apiKey, importer, calls, signOut }: CrawlCardProps) {
  const [pathError, setPathError] = useState<string>();
  const { state, endedCrawlId } = importer;
  const crawl = state?.visitor === 'admin' ? state.crawl : null;
  const running = isRunning(crawl) || calls.busy === 'start';
  const visitor = calls.refused?.visitor ?? (state?.visitor === 'admin' ? undefined : state?.visitor);

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const path = String(new FormData(event.currentTarget).get('path') ?? '');
    if (catalogAddress(path) === undefined) {
      setPathError('Please enter a path within the RockAuto catalog');
      return;
    }
    // Another tab may have removed the key.
    const key = readKey();
    if (key === null) {
      void showToast({ kind: 'error', title: 'Error: API key not found' });
      return;
    }
    await calls.send('start', 'catalog-crawl', { apiKey: key, path }, 'Failed to crawl RockAuto catalog');
  }

  return (
    <Card as="section" padding="roomy" aria-labelledby="importer">
      <h2 id="importer">RockAuto Catalog Importer</h2>
      {apiKey !== null && <StoredKey apiKey={apiKey} calls={calls} />}
      <form onSubmit={(event) => void start(event)} noValidate className="mt-6 max-w-lg">
        <TextField
          label="Catalog path (optional)"
          name="path"
          placeholder="honda,2015,civic"
          autoComplete="off"
          hint={`A path below ${CATALOG_ROOT}. Leave it empty to crawl the first pages. At most 10 pages.`}
          error={pathError}
          onChange={() => setPathError(undefined)}
        />
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={running} disabled={calls.busy !== undefined}>
            {running ? 'Crawling...' : 'Import RockAuto Catalog'}
          </Button>
          {crawl && isRunning(crawl) && (
            <Button
              busy={crawl.status === 'canceling' || calls.busy === 'cancel'}
              onClick={() => void calls.send('cancel', 'cancel-crawl', {})}
            >
              {crawl.status === 'canceling' ? 'Canceling...' : 'Cancel crawl'}
            </Button>
          )}
        </div>
      </form>
      {visitor && (
        // A new element, because screen readers do not announce a changed one.
        <AdminsOnly
          key={calls.refused ? 'response' : 'notice'}
          visitor={visitor}
          announce={calls.refused !== undefined}
          signOut={signOut}
        />
      )}
      {crawl && (isRunning(crawl) || endedCrawlId === crawl.id) && (
        <CrawlProgress crawl={crawl} readAt={importer.readAt} />
      )}
    </Card>
  );
}

function StoredKey({ apiKey, calls }: { apiKey: string; calls: Calls }) {
  const [replacing, setReplacing] = useState(false);
  const [testedKey, setTestedKey] = useState<string>();

  async function test() {
    setTestedKey(undefined);
    if (!(await calls.send('test', 'test-scraping-key', { apiKey }))) return;
    setTestedKey(apiKey);
    void showToast({ kind: 'success', title: 'Success: The API key works' });
  }

  if (replacing) {
    return (
      <div className="mt-4">
        <KeyForm onSaved={() => setReplacing(false)} onCancel={() => setReplacing(false)} />
      </div>
    );
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex items-center gap-2">
        <Icon name="KeyRound" className="size-5 shrink-0 text-muted" />
        <span>API Key configured</span>
        {testedKey === apiKey && <Badge tone="good">works</Badge>}
      </p>
      <div className="-ml-3 flex flex-wrap gap-1 sm:ml-0">
        <Button size="small" variant="quiet" busy={calls.busy === 'test'} onClick={() => void test()}>
          {calls.busy === 'test' ? 'Testing...' : 'Test key'}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setReplacing(true)}>
          Replace key
        </Button>
        <Button size="small" variant="quiet" onClick={() => storeKey(null)}>
          Forget key
        </Button>
      </div>
    </div>
  );
}
