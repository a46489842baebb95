import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailFormat } from './mail-parts.tsx';

export function renderMail(mail: ReactElement): { html: string; text: string } {
  const html = renderToStaticMarkup(<MailFormat value="html">{mail}</MailFormat>);
  const text = renderToStaticMarkup(<MailFormat value="text">{mail}</MailFormat>);
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
