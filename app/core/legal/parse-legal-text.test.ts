import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import { MAX_LEGAL_TEXT_LENGTH } from '#core/settings/legal-page.ts';
import { FormattedText } from './ui/formatted-text.tsx';
import { parseLegalText } from './parse-legal-text.server.ts';

const placeholders = new Map([
  ['shop.name', { text: '**<b>[x](javascript:a)' }],
  ['phone', { text: '555-0142', href: 'tel:+16195550142' }],
]);
const parse = (source: string) => parseLegalText(source, placeholders);

function toHtml(source: string): string {
  const element = createElement(FormattedText, { text: parse(source).text });
  const router = createMemoryRouter([{ path: '/', element }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return html
    .replace(/^<div[^>]*>/, '')
    .replace(/<\/div>$/, '')
    .replaceAll(/ (class|data-\w+|role|aria-label|tabindex)="[^"]*"/g, '');
}

describe('shows', () => {
  test.each([
    ['## One\n\n### Two\n\na\nb', '<h2>One</h2><h3>Two</h3><p>a b</p>'],
    ['# Title', '<h2>Title</h2>'],
    ['**a** *b*  \nc', '<p><strong>a</strong> <em>b</em><br/>c</p>'],
    [
      '[a](/terms) <https://a.example>',
      '<p><a href="/terms">a</a> <a href="https://a.example">https://a.example</a></p>',
    ],
    ['[a](<tel:(619)555-0142>)', '<p><a href="tel:(619)555-0142">a</a></p>'],
    ['3. a\n   - b', '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>'],
    [
      '|a|b|\n|-|-|\n|c|d|',
      '<section><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><th>c</th><td>d</td></tr></tbody></table></section>',
    ],
    ['| | |\n|-|-|\n|c|d|', '<section><table><tbody><tr><th>c</th><td>d</td></tr></tbody></table></section>'],
    [
      '{phone} [{phone}](/contact)',
      '<p><a href="tel:+16195550142">555-0142</a> <a href="/contact">555-0142</a></p>',
    ],
    ['{shop.name}', '<p>**&lt;b&gt;[x](javascript:a)</p>'],
    ['\\{phone} &lt;b&gt; 1 < 2', '<p>{phone} &lt;b&gt; 1 &lt; 2</p>'],
    // These stay text, because their rules are off.
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['a <img src=x onerror=alert(1)>', '<p>a &lt;img src=x onerror=alert(1)&gt;</p>'],
    ['> a\n\n---\n\n`b`\n\n    c', '<p>&gt; a</p><p>---</p><p>`b`</p><p>c</p>'],
  ])('%j', (source, html) => {
    expect(toHtml(source)).toBe(html);
    expect(parse(source).problems).toEqual([]);
  });
});

describe('refuses', () => {
  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](java&#x09;script:alert(1))',
    '<javascript:alert(1)>',
    '[a](data:text/html,x)',
    '[a](http://a.example)',
    '[a](//a.example)',
    '[a](https://)',
    '[a](https://a:b@c.example)',
    '[a](mailto:a@b.example?bcc=c@d.example)',
    '[a](tel:abc)',
    '[a](/{phone})',
    '[a](terms)',
  ])('the link in %j', (source) => {
    expect(parse(source).problems).toEqual([expect.stringMatching(/^The link ".+" is not allowed\. /)]);
    expect(toHtml(source)).not.toMatch(/href="(?!tel:\+16195550142")/);
  });

  test.each([
    [
      'a {phone.number} {constructor}',
      ['The placeholder {phone.number} is unknown.', 'The placeholder {constructor} is unknown.'],
    ],
    [' \n\t', ['The text is empty.']],
    ['a'.repeat(MAX_LEGAL_TEXT_LENGTH), []],
    ['a'.repeat(MAX_LEGAL_TEXT_LENGTH + 1), ['The text is too long: at most 40,000 characters are allowed.']],
  ])('%.40j', (source, problems) => expect(parse(source).problems).toEqual(problems));
});

test('no text becomes other elements or leads to other links', () => {
  const pieces =
    '[|]|(|)|<|>|!|*|`|&#58;|\\|\n|\n\n|- |## |{phone}|javascript:|//|/|https://a.example|<b>|a| '.split('|');
  const text = fc.array(fc.constantFrom(...pieces, '|', '\n|-|-|\n'), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      JSON.stringify(parse(parts.join('')).text, (key, value: unknown) => {
        if (key === 'href' && value !== undefined)
          expect(value).toMatch(/^(https:\/\/|\/(?![/\\])|mailto:[^?]+$|tel:|$)/);
        if (key === 'tag')
          expect(value).toMatch(/^(h[2-6]|p|br|a|em|strong|[uo]l|li|table|thead|tbody|t[rhd])$/);
        return value;
      });
    }),
    { numRuns: 2_000 },
  );
});

test.each(['- ', '>', '[', '![', '[a](', '*a **b ', '|a', '{', '&#1', '\\<', '<a '])(
  'a text full of %j takes less than three seconds',
  (piece) => {
    const before = process.cpuUsage();
    parse(piece.repeat(MAX_LEGAL_TEXT_LENGTH / piece.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3_000);
  },
);
