import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { iconNames } from '../../app/kit/icons/icon-names.ts';

/** The map includes the old names of renamed icons. */
const icons = new Map(Object.entries(lucide));

function drawSprite(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${iconNames.map(symbol).join('\n')}\n</svg>\n`;
}

function symbol(name: string): string {
  const icon = icons.get(name);
  if (!icon) throw new Error(`Lucide has no icon ${name}.`);
  const [, drawing] = renderToStaticMarkup(createElement(icon)).match(/^<svg[^>]*>(.*)<\/svg>$/) ?? [];
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`;
}

await writeFile(join(import.meta.dirname, '../../app/kit/icons/sprite.svg'), drawSprite());
