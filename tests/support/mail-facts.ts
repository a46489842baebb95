import type pg from 'pg';
import { decode } from './html.ts';

const toWords = (text: string) =>
  new Set(
    text
      .split(/[\s,·()]+/)
      .map((word) => word.replace(/^>|[.:]+$/g, ''))
      .filter((word) => word !== '' && word !== '--'),
  );

/** Returns the words and addresses that each part of a mail has and the other lacks. */
export function compareMailParts({ html, text }: { html: string; text: string }): {
  onlyHtml: string[];
  onlyText: string[];
} {
  const body = html.replace(/<head>.*<\/head>/s, '');
  const attributes = (name: string) =>
    [...body.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
  const links = attributes('href').map((href) => href?.replace(/^mailto:/, ''));
  const shown = [body.replaceAll(/<[^>]+>/g, ' '), ...links, ...attributes('alt')].join('\n');
  const inHtml = toWords(decode(shown));
  const inText = toWords(text);
  return {
    onlyHtml: [...inHtml].filter((word) => !inText.has(word)),
    onlyText: [...inText].filter((word) => !inHtml.has(word)),
  };
}

/** Fails if a stored mail says something only in HTML, or only as text. */
export async function checkMails(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ subject: string; html: string; body: string }>(
    "select subject, html, body from mails where html like '<!doctype%'",
  );
  for (const { subject, html, body } of rows) {
    const { onlyHtml, onlyText } = compareMailParts({ html, text: body });
    if (onlyHtml.length + onlyText.length > 0)
      throw new Error(
        `${subject}: only in HTML: ${onlyHtml.join(' ')}; only in the text: ${onlyText.join(' ')}`,
      );
  }
}
