import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/legal-page.ts';
import type { RichInline, RichText } from '#domain/rich-text.ts';
import { defaultSettings } from '#domain/settings/settings.ts';
import { parseLegalText } from './parse-legal-text.server.ts';
import { legalPlaceholders } from './placeholders.server.ts';
import { privacyText } from './privacy-text.server.ts';
import { termsText } from './terms-text.server.ts';
import { warrantyText } from './warranty-text.server.ts';

const placeholders = legalPlaceholders(defaultSettings);
const parse = (source: string) => parseLegalText(source, placeholders);

function parsed(source: string): RichText {
  const { text, problems } = parse(source);
  expect(problems).toEqual([]);
  return text;
}

function inlines(source: string): RichInline[] {
  const [block] = parsed(source)[0]?.blocks ?? [];
  return block && 'content' in block ? block.content : [];
}

describe('what is allowed', () => {
  test('sections with headings of two levels', () => {
    expect(parsed('Before\n\n## One\n\n### Two\n\nText\nof two lines\n\n## Three')).toEqual([
      { title: null, blocks: [{ kind: 'paragraph', content: ['Before'] }] },
      {
        title: ['One'],
        blocks: [
          { kind: 'heading', content: ['Two'] },
          { kind: 'paragraph', content: ['Text of two lines'] },
        ],
      },
      { title: ['Three'], blocks: [] },
    ]);
  });

  test('bold, italic, line breaks and links', () => {
    expect(inlines('**a** *b* [c](/terms) [d](https://example.com/x) <https://example.com>  \ne')).toEqual([
      { kind: 'strong', content: ['a'] },
      ' ',
      { kind: 'emphasis', content: ['b'] },
      ' ',
      { kind: 'link', href: '/terms', content: ['c'] },
      ' ',
      { kind: 'link', href: 'https://example.com/x', content: ['d'] },
      ' ',
      { kind: 'link', href: 'https://example.com', content: ['https://example.com'] },
      { kind: 'break' },
      'e',
    ]);
  });

  test.each(['mailto:parts@partyard.example', 'tel:+16195550142', 'tel:(619)555-0142', '/part/horn-1?a=b#c'])(
    'a link to %s',
    (href) => expect(inlines(`[a](<${href}>)`)).toEqual([{ kind: 'link', href, content: ['a'] }]),
  );

  test('lists in lists', () => {
    expect(parsed('3. a\n   - b\n4. c')[0]?.blocks).toEqual([
      {
        kind: 'list',
        ordered: true,
        start: 3,
        items: [
          [
            { kind: 'line', content: ['a'] },
            { kind: 'list', ordered: false, start: 1, items: [[{ kind: 'line', content: ['b'] }]] },
          ],
          [{ kind: 'line', content: ['c'] }],
        ],
      },
    ]);
  });

  test('tables; without column titles, lists of terms', () => {
    expect(parsed('| a | b |\n|---|---|\n| c | d |')[0]?.blocks).toEqual([
      { kind: 'table', head: [['a'], ['b']], rows: [[['c'], ['d']]] },
    ]);
    expect(parsed('| | |\n|---|---|\n| c | d |')[0]?.blocks).toEqual([
      { kind: 'terms', terms: [{ term: ['c'], value: ['d'], notes: [] }] },
    ]);
  });

  test('placeholders, in links as text', () => {
    expect(inlines('{shop.name}: {phone}, [write to {email}](/contact)')).toEqual([
      'Partyard: ',
      { kind: 'link', href: 'tel:+16195550142', content: ['(619) 555-0142'] },
      ', ',
      { kind: 'link', href: '/contact', content: ['write to parts@partyard.example'] },
    ]);
  });

  test('a value of the settings is text, not Markdown', () => {
    const values = new Map([['shop.name', '**<b>[x](javascript:a)']]);
    expect(parseLegalText('{shop.name}', values)).toEqual({
      text: [{ title: null, blocks: [{ kind: 'paragraph', content: ['**<b>[x](javascript:a)'] }] }],
      problems: [],
    });
  });

  test('characters of HTML as text', () => {
    const tag = '<script>alert(1)</script>';
    expect(inlines('&lt;script&gt;alert(1)&lt;/script&gt;')).toEqual([tag]);
    expect(inlines('\\<script>alert(1)\\</script>')).toEqual([tag]);
    expect(inlines('1 < 2 & 3 > 2')).toEqual(['1 < 2 & 3 > 2']);
  });

  test.each(Object.entries({ privacyText, termsText, warrantyText }))('the built-in %s', (_, source) => {
    const sections = parsed(source);
    expect(sections.length).toBeGreaterThan(4);
    expect(JSON.stringify(sections)).not.toMatch(/[{][a-z]|\*\*/);
  });
});

const HTML = 'HTML is not allowed. Write \\< for the character <.';
const badLink = (href: string) =>
  `The link "${href}" is not allowed. A link starts with https://, mailto:, tel: or /.`;

describe('what is refused, with its line', () => {
  test.each<[string, number | null, string]>([
    ['a\n\n<script>alert(1)</script>', 3, HTML],
    ['a\nb <img src=x onerror=alert(1)> c', 2, HTML],
    ['a\n\n<!-- hidden -->', 3, HTML],
    ['- a\n- b\n  <b>c</b>', 3, HTML],
    ['| a |\n|---|\n| b |\n| <i>c</i> |', 4, HTML],
    ['a\n\n[b](javascript:alert(1))', 3, badLink('javascript:alert(1)')],
    ['[b](JaVaScRiPt:alert(1))', 1, badLink('JaVaScRiPt:alert(1)')],
    ['[b](&#106;avascript:alert(1))', 1, badLink('javascript:alert(1)')],
    ['[b](java&#x09;script:alert(1))', 1, badLink('java%09script:alert(1)')],
    ['<javascript:alert(1)>', 1, badLink('javascript:alert(1)')],
    ['[b](data:text/html,x)', 1, badLink('data:text/html,x')],
    ['[b](http://example.com)', 1, badLink('http://example.com')],
    ['[b](//example.com)', 1, badLink('//example.com')],
    ['[b](</\\example.com>)', 1, 'has characters that are not allowed'],
    ['[b](terms)', 1, badLink('terms')],
    ['[b](#a)', 1, badLink('#a')],
    ['[b](https://)', 1, badLink('https://')],
    ['[b](https://localhost/)', 1, badLink('https://localhost/')],
    [
      '[b](https://a:b@example.com)',
      1,
      'The link "https://a:b@example.com" has a user name, which is not allowed.',
    ],
    ['[b](mailto:a@b.example?bcc=c@d.example)', 1, 'is not a valid address'],
    ['[b](mailto:a%0Ab@c.example)', 1, 'is not a valid address'],
    ['[b](tel:abc)', 1, 'is not a valid address'],
    ['[b](/{phone})', 1, 'has characters that are not allowed'],
    ['[ ](/terms)', 1, 'A link needs text.'],
    ['a\n\n![b](/c.png)', 3, 'Pictures are not allowed.'],
    ['a\n\n```\nb\n```', 3, 'Code is not allowed.'],
    ['a\n\n    b', 3, 'A line may not start with four or more spaces.'],
    ['a `b`', 1, 'Code is not allowed: remove the backticks.'],
    ['> a', 1, 'Quotations are not allowed.'],
    ['a\n\n---', 3, 'Horizontal rules are not allowed.'],
    ['~~a~~', 1, 'Struck-through text is not allowed.'],
    ['# a', 1, 'Only headings of level 2 (##) and level 3 (###) are allowed.'],
    ['## a\n\n#### b', 3, 'Only headings of level 2'],
    ['a\n===', 1, 'Only headings of level 2'],
    ['### a', 1, 'A heading of level 3 (###) needs one of level 2 (##) before it.'],
    ['## a\n\n##', 3, 'A heading needs text.'],
    ['- ## a', 1, 'A heading is not allowed in a list.'],
    ['a\n{phone.number} b', 2, 'The placeholder {phone.number} is unknown.'],
    ['{constructor}', 1, 'The placeholder {constructor} is unknown.'],
    ['{}', 1, 'The placeholder {} is unknown.'],
    ['- a\n  - b\n    - c\n      - d', 4, 'Lists can be nested 3 deep only.'],
    ['a\n\u0000', 2, 'A control character is not allowed.'],
    ['', null, 'The text is empty.'],
    [' \r\n\t\n', null, 'The text is empty.'],
  ])('%j', (source, line, message) => {
    expect(parse(source).problems[0]).toEqual({ line, message: expect.stringContaining(message) });
  });

  test('a text that is too long', () => {
    expect(parse('a'.repeat(MAX_LEGAL_TEXT_LENGTH)).problems).toEqual([]);
    expect(parse('a'.repeat(MAX_LEGAL_TEXT_LENGTH + 1)).problems).toEqual([
      { line: null, message: 'The text is too long: at most 40,000 characters are allowed.' },
    ]);
  });

  test('at most twenty problems are listed, each once', () => {
    expect(parse('<b>a</b> <b>c</b>').problems).toHaveLength(1);
    expect(parse('a <b>\n'.repeat(50)).problems).toHaveLength(20);
  });

  test('lines are counted with any line ends', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(parse(['a', 'b', '<b>'].join(end)).problems[0]?.line).toBe(3);
    }
  });
});

/** Whatever is typed, the tree has nothing but what is allowed. */
test('no text leads to another link', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '!',
    '*',
    '_',
    '`',
    '&#58;',
    '\\',
    '\n',
    '\n\n',
    '- ',
    '## ',
    '> ',
    '{',
    '{phone}',
    'javascript:',
    'data:',
    '//',
    '/',
    'https://a.example',
    'a',
    ' ',
    '\t',
    '|',
    '---',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      JSON.stringify(parse(pieces.join('')).text, (key, value: unknown) => {
        if (key === 'href') expect(value).toMatch(/^(https:\/\/|\/(?![/\\])|mailto:[^?]+$|tel:)/);
        return value;
      });
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['quotations', '>'],
  ['lists', '- '],
  ['indented lists', ' - a\n'],
  ['open brackets', '['],
  ['open pictures', '!['],
  ['links', '[a]('],
  ['emphasis', '*a **b '],
  ['underscores', '_a__b'],
  ['backticks', '`a``b```c'],
  ['tags', '<a '],
  ['comments', '<!--'],
  ['entities', '&#1'],
  ['cells', '|a'],
  ['table rows', '|-|\n'],
  ['backslashes', '\\<'],
  ['placeholders', '{'],
  ['blank lines', '\n '],
])('a text full of %s takes less than three seconds', (_, piece) => {
  const source = piece.repeat(Math.floor(MAX_LEGAL_TEXT_LENGTH / piece.length));
  const before = process.cpuUsage();
  parse(source);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3_000);
});

test.each(['>', '- ', '1. '])('text that is nested ten thousand levels deep by "%s" is refused', (piece) => {
  expect(parse(`${piece.repeat(10_000)}a`).problems).not.toEqual([]);
});
