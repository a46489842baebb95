import { type FormEvent, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import {
  CATALOG_ROOT,
  crawlAddress,
  INVALID_ADDRESS,
  isInCatalog,
  MAX_PAGES,
} from '#core/imports/crawl/crawl.ts';
import { Badge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { Checkbox } from '#kit/checkbox.tsx';
import { Select } from '#kit/select.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
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
  const [path, setPath] = useState('');
  const [pathError, setPathError] = useState<string>();
  const { state, endedCrawlId } = importer;
  const crawl = state?.visitor === 'admin' ? state.crawl : null;
  const running = isRunning(crawl) || calls.busy === 'start';
  const address = crawlAddress(path);
  const isOtherSite = address !== undefined && !isInCatalog(address);
  const visitor = calls.refused?.visitor ?? (state?.visitor === 'admin' ? undefined : state?.visitor);

  async function start(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (address === undefined) {
      setPathError(INVALID_ADDRESS);
      return;
    }
    // Another tab may have removed the key.
    const key = readKey();
    if (key === null) {
      void showToast({ kind: 'error', title: 'Error: API key not found' });
      return;
    }
    const body = { apiKey: key, path, pages: Number(form.get('pages')), review: form.has('review') };
    await calls.send('start', 'catalog-crawl', body, 'Failed to crawl RockAuto catalog');
  }

  return (
    <Card as="section" padding="roomy" aria-labelledby="importer">
      <h2 id="importer">RockAuto Catalog Importer</h2>
      {apiKey !== null && <StoredKey apiKey={apiKey} calls={calls} />}
      <form onSubmit={(event) => void start(event)} noValidate className="mt-6 max-w-lg">
        <TextField
          label="Catalog path (optional)"
          name="path"
          value={path}
          placeholder="honda,2015,civic"
          autoComplete="off"
          hint={`A path below ${CATALOG_ROOT}. Leave it empty to crawl the first pages. For another site, enter its full address.`}
          error={pathError}
          onChange={(event) => {
            setPath(event.target.value);
            setPathError(undefined);
          }}
        />
        <Select name="pages" label="Pages, at most" defaultValue={MAX_PAGES} className="mt-4 w-28">
          {Array.from({ length: MAX_PAGES }, (_, index) => (
            <option key={index}>{index + 1}</option>
          ))}
        </Select>
        {/* Other sites have other ways to write their parts. */}
        <Checkbox
          key={String(isOtherSite)}
          name="review"
          label="Show the parts before they are imported"
          defaultChecked={isOtherSite}
          disabled={isOtherSite}
          className="mt-2"
        />
        <div className="mt-2 flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={running} disabled={calls.busy !== undefined}>
            {running ? 'Crawling...' : isOtherSite ? 'Crawl this site' : 'Import RockAuto Catalog'}
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
        // The element is new, because screen readers do not announce a changed one.
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
