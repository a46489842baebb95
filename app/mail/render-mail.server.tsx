import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailForm } from './mail-parts.tsx';

/** A mail in both of its forms; the same words in each. */
export function renderMail(mail: ReactElement): { html: string; text: string } {
  const html = renderToStaticMarkup(<MailForm value="html">{mail}</MailForm>);
  const text = renderToStaticMarkup(<MailForm value="text">{mail}</MailForm>);
  return { html: `<!doctype html>${html}`, text: unescaped(text) };
}

/** As text a mail has no tags, only what React has escaped. The ampersand last, or '&amp;lt;' would be undone twice. */
function unescaped(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}
