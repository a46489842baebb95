import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { iconNames } from './icon-names.ts';

export const SPRITE = join(import.meta.dirname, 'sprite.svg');

export function drawSprite(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${iconNames.map(symbol).join('\n')}\n</svg>\n`;
}

function symbol(name: string): string {
  const icon = (lucide.icons as Partial<Record<string, lucide.LucideIcon>>)[name] ?? aliased(name);
  const [, drawing] = renderToStaticMarkup(createElement(icon)).match(/^<svg[^>]*>(.*)<\/svg>$/) ?? [];
  return `<symbol id="${name}" viewBox="0 0 24 24">${drawing}</symbol>`;
}

/** Some icons of the package have an older internal name. */
function aliased(name: string): lucide.LucideIcon {
  const icon = (lucide as unknown as Partial<Record<string, lucide.LucideIcon>>)[name];
  if (!icon) throw new Error(`Lucide has no icon ${name}.`);
  return icon;
}

if (import.meta.main) await writeFile(SPRITE, drawSprite());
