import { type MouseEvent, useSyncExternalStore } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import { Link } from '#kit/link.tsx';
import { rememberView, type View, watchView } from './view.ts';

const views: { view: View; label: string; icon: IconName }[] = [
  { view: '', label: 'Cards', icon: 'LayoutGrid' },
  { view: 'list', label: 'List', icon: 'List' },
];

interface ViewToggleProps {
  /** The view in the address. */
  view: View;
  addressOf: (view: View) => string;
}

/** Shows links, which work without JavaScript. JavaScript remembers the view and leaves the address as it is. */
export function ViewToggle({ view: viewInAddress, addressOf }: ViewToggleProps) {
  const remembered = useSyncExternalStore(
    watchView,
    () => document.documentElement.dataset.view,
    () => undefined,
  );
  const shown = viewInAddress || (remembered ?? '');

  function choose(event: MouseEvent, view: View) {
    rememberView(view);
    // Following the link would put the view into the address, which would then decide.
    if (viewInAddress === '') event.preventDefault();
  }

  return (
    <div role="group" aria-label="View" className="view-toggle">
      {views.map(({ view, label, icon }) => (
        <Link
          key={label}
          to={addressOf(view)}
          preventScrollReset
          replace
          aria-current={shown === view ? 'true' : undefined}
          onClick={(event) => choose(event, view)}
          className={view === 'list' ? 'view-list' : 'view-cards'}
        >
          <Icon name={icon} />
          <span className="sr-only">{label}</span>
        </Link>
      ))}
    </div>
  );
}
