import { type ComponentType, lazy } from 'react';
import { preloadModule } from 'react-dom';
import lazyFiles from 'virtual:lazy-files';
import { whenTouched } from './when-touched.ts';

const openedAt = import.meta.env.SSR ? '' : location.href;

/**
 * A view that not every address of its route shows. A first page that shows it names its files; else they are loaded when the
 * visitor first uses the page. Without `Suspense` around it, React keeps the page before until they are loaded.
 * @param path of its module, within `app`.
 */
export function lazyView<Props extends object>(
  path: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const View = lazy(() => load().catch(openAgain)) as unknown as ComponentType<Props>;
  if (!import.meta.env.SSR) {
    void whenTouched({ linksFirst: true }).then(load).catch(console.warn);
    return View;
  }
  return (props) => {
    for (const file of lazyFiles[path] ?? []) preloadModule(file, { as: 'script' });
    return <View {...props} />;
  };
}

/** For an address from another page: its files may be of an older build. The HTML of a first page stays. */
function openAgain(): Promise<never> {
  if (location.href !== openedAt) location.reload();
  return new Promise(() => {});
}
