import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Shop } from '#core/settings/shop.ts';
import { ShopProvider } from '#core/settings/ui/use-shop.ts';
import { MailFormat } from './ui/mail-parts.tsx';

export function renderMail(mail: ReactElement, shop: Shop): { html: string; text: string } {
  const render = (format: 'html' | 'text') =>
    renderToStaticMarkup(
      <ShopProvider value={shop}>
        <MailFormat value={format}>{mail}</MailFormat>
      </ShopProvider>,
    );
  // React adds preloads of pictures, which mail programs do not know.
  const html = render('html').replaceAll(/<link rel="preload"[^>]*>/g, '');
  const text = render('text');
  return { html: `<!doctype html>${html}`, text: unescape(text) };
}

/** The ampersand comes last, or '&amp;lt;' would be unescaped twice. */
function unescape(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
