import { type ReactNode, useEffect, useRef } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { readLoadedVisitor } from '#core/accounts/read-loaded-visitor.server.ts';
import { LoadedVisitor } from '#core/accounts/ui/use-visitor.ts';
import { startWith, unknownVisitor } from '#core/accounts/visitor-store.ts';
import { isPublicPage, isPublicPageData } from '#core/catalog/public-address.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { LinkProvider } from '#kit/link.tsx';
import { ShopProvider } from '#core/settings/ui/use-shop.ts';
import { defaultShop } from '#core/settings/shop.ts';
import type { Route } from './+types/root.ts';
import { useAppStart } from './frame/app-start.ts';
import { Failure } from './frame/failure.tsx';
import { NavigationProgress } from './frame/navigation-progress.tsx';
import { NotFound } from '#shop/pages/not-found/not-found-view.tsx';
import { OfflineNote } from './frame/offline-note.tsx';
import { PageScripts, StartScript } from './frame/page-scripts.tsx';
import { SiteFooter } from './frame/site-footer.tsx';
import { SkipLink } from '#kit/skip-link.tsx';
import { SiteHeader } from './frame/site-header.tsx';
import { ANNOUNCER_ID, useAnnouncePage } from './frame/use-announce-page.ts';
import { listRestrictedWords } from '#core/catalog/restricted/restricted-words.ts';
import { hasDefaultPricing } from '#core/carts/cart-terms.server.ts';
import { pageTitle } from '#core/settings/page-meta.ts';
import { WatchVisit } from './frame/watch-visit.tsx';
import headingFont from './styles/font/barlow-semi-condensed-600-english.woff2?url';

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
];

/** Titles missing and failed pages. */
export function meta({ error, loaderData }: Route.MetaArgs) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const title = missing ? 'Page Not Found' : error ? 'Something Went Wrong' : 'New & Used Auto Parts';
  return [pageTitle(loaderData, title), { name: 'robots', content: 'noindex' }];
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { demo, siteUrl } = context.get(shopContext);
  const settings = context.get(settingsContext);
  // Only their own page shows these.
  const { story: _story, stats: _stats, ...shop } = settings.business;
  const site = {
    demo: demo && settings.setup.demoRemoval === null,
    siteUrl,
    shop,
    hasDefaultPricing: hasDefaultPricing(settings),
    hasBackInStockMail: settings.limits.backInStockMail,
    restrictedWords: listRestrictedWords(settings.restricted),
  };
  const { pathname } = new URL(request.url);
  if (isPublicPage(pathname) || isPublicPageData(pathname)) return data({ ...site, visitor: unknownVisitor });
  return data(
    { ...site, visitor: await readLoadedVisitor(request, context) },
    { headers: { 'Cache-Control': 'private, no-store' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** The data does not change while a visitor stays, except by the visitor's own changes of the settings. */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && formAction?.startsWith('/admin/settings') === true;
}

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>('root');
  const location = useLocation();
  const hasOwnFrame = useHasOwnFrame();
  const visitor = loaded?.visitor ?? unknownVisitor;
  if (!import.meta.env.SSR) startWith(visitor);
  useAppStart();
  useAnnouncePage(location);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* The styles are in the page, so a browser could paint a part of it, which then moves. */}
        <link rel="expect" href={`#${ANNOUNCER_ID}`} blocking="render" />
        <StartScript />
        <Meta />
        <Links />
      </head>
      <body className="flex flex-col">
        <SkipLink to="#content">Skip to content</SkipLink>
        <ShopProvider value={loaded?.shop ?? defaultShop}>
          <LoadedVisitor value={visitor}>
            <LinkProvider>
              {!hasOwnFrame && <SiteHeader />}
              {!hasOwnFrame && <div id="content" />}
              {children}
              {!hasOwnFrame && <SiteFooter key={location.pathname} demo={loaded?.demo ?? false} />}
            </LinkProvider>
          </LoadedVisitor>
        </ShopProvider>
        <p id={ANNOUNCER_ID} role="status" className="sr-only" />
        <OfflineNote />
        <WatchVisit />
        <PageScripts />
      </body>
    </html>
  );
}

/** True if the page brings a frame in place of the shop's header and footer. An error shows without its frame. */
function useHasOwnFrame(): boolean {
  const isFramed = useMatches().some(
    ({ handle }) => (handle as { hasOwnFrame?: true } | undefined)?.hasOwnFrame,
  );
  return !useRouteError() && isFramed;
}

export default function Root() {
  useRemoveInitialMetadata();
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

/** Removes the first page's metadata (core/settings/page-meta.ts) on navigation. Crawlers read only first pages. */
function useRemoveInitialMetadata() {
  const { pathname, search } = useLocation();
  const opened = useRef(pathname + search);
  useEffect(() => {
    if (pathname + search === opened.current) return;
    for (const tag of document.head.querySelectorAll('[data-for], [type="application/ld+json"]'))
      tag.remove();
  }, [pathname, search]);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Failure error={error} />;
}
