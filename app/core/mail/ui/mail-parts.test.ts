import { glob, readFile } from 'node:fs/promises';
import { createElement as el, type ReactElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { defaultShop } from '#core/settings/shop.ts';
import { compareMailParts } from '#tests/support/mail-facts.ts';
import * as parts from './mail-parts.tsx';
import { renderMail } from '../render-mail.server.tsx';

const SITE = 'https://shop.example';
const yard = { name: 'Main yard', street: '1 Main St', city: 'National City', state: 'CA', zip: '91950' };
const shop = { ...defaultShop, locations: [yard], logo: '/files/pictures/logo-320.webp' };
const picture = { src: `${SITE}/parts/battery.svg`, alt: 'AGM Battery' };

const mails: Record<Exclude<keyof typeof parts, 'MailFormat' | 'MailFrame'>, ReactElement> = {
  MailText: el(parts.MailText, null, 'Thank you for <your> purchase & trust.'),
  MailQuote: el(parts.MailQuote, { children: 'First line\nSecond line' }),
  MailFacts: el(parts.MailFacts, {
    facts: [
      ['Part', 'Horn'],
      ['Vehicle', null],
      ['Price', '$40.00'],
    ],
  }),
  MailAmounts: el(parts.MailAmounts, {
    lines: [
      { name: '2 × AGM Battery', amount: '$200.00', picture },
      { name: 'Horn' },
      { name: 'California battery fee', amount: '$4.00' },
      { name: 'Total', amount: '$204.00', total: true },
    ],
  }),
  MailLink: el(
    parts.MailText,
    null,
    'See',
    el(parts.MailLink, { href: `${SITE}/part/1`, children: 'the part' }),
  ),
  MailAction: el(parts.MailAction, { href: `${SITE}/open?token=abc`, children: 'See your order' }),
  MailLines: el(parts.MailLines, { lines: ['Ship to:', 'Dana Driver', '500 Harbor Drive'] }),
  // The text beside a picture names what it shows.
  MailPicture: el(parts.MailText, null, 'AGM Battery', el(parts.MailPicture, picture)),
  MailPart: el(parts.MailPart, { picture, children: 'AGM Battery, $100.00' }),
};

const frame = (children: ReactNode) => el(parts.MailFrame, { title: 'Your order', siteUrl: SITE, children });

test.each(Object.keys(mails) as (keyof typeof mails)[])('%s says the same in HTML and as text', (name) => {
  expect(compareMailParts(renderMail(frame(mails[name]), shop))).toEqual({ onlyHtml: [], onlyText: [] });
});

test('a mail consists of these parts only, so its HTML and its text have the same facts', async () => {
  const files = await Array.fromAsync(glob('{app,server}/**/*.tsx', { exclude: ['app/core/mail/**'] }));
  let found = 0;
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    if (!source.includes('<MailFrame')) continue;
    found += 1;
    const elements = source.match(/<(a|br?|div|em|h\d|hr|img|li|ol|p|pre|span|strong|table|td|tr|ul)[\s>/]/g);
    expect(elements, file).toBe(null);
  }
  expect(found).toBeGreaterThan(8);
});

test('a mail has the logo, the postal address and the phone, and follows a dark device', () => {
  const { html, text } = renderMail(frame(mails.MailAmounts), shop);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).not.toContain('preload');
  expect(html).toContain(`<img src="${SITE}/files/pictures/logo-320.webp" alt=""`);
  expect(html).toContain(`<img src="${picture.src}" alt="AGM Battery" width="56" height="56"`);
  for (const part of [html, text]) {
    expect(part).toContain('1 Main St, National City, CA 91950');
    expect(part).toContain(shop.phone);
  }
  const plain = renderMail(frame(null), defaultShop);
  expect(plain.html).not.toContain('<img');
  for (const part of [plain.html, plain.text]) expect(part).toContain(defaultShop.city);
});

test('Gmail shows a mail about the longest order without cutting it', () => {
  const name =
    '1 × Front Driver Side Brake Caliper with Bracket (47730-02883) for 2013 Toyota Corolla, Used, Good';
  const lines = Array.from({ length: 100 }, () => ({ name, amount: '$40.00', picture }));
  const { html } = renderMail(frame(el(parts.MailAmounts, { lines })), shop);
  expect(Buffer.byteLength(html)).toBeLessThan(95_000);
});

test('the check of facts sees a difference', () => {
  const html = '<html><head></head><body>Total: $40.00 <a href="https://shop.example/x">x</a></body></html>';
  expect(compareMailParts({ html, text: 'Total: $41.00' })).toEqual({
    onlyHtml: ['$40.00', 'x', 'https://shop.example/x'],
    onlyText: ['$41.00'],
  });
});
