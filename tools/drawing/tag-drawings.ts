import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { categories } from '../../db/seed/part-kinds.ts';
import { conditionTags } from '../../db/seed/condition-tags.ts';

const style =
  '.tag{stroke-width:1.5}.tag:target{display:inline}' +
  '.tag text{font:700 15px Arial,Helvetica,sans-serif;text-anchor:middle;fill:#1f2a33;stroke:none}';

const shape =
  '<path d="M20 10H112Q116 10 116 14V38Q116 42 112 42H20L8 32V20Z"/>' +
  '<circle cx="20" cy="26" r="3.5" fill="#eef1f4"/><path d="M20 26Q2 44 14 58" fill="none"/>';

const tags = conditionTags
  .map(
    ({ id, name, color }) =>
      `<g id="${id}" class="tag" display="none"><use href="#tag" fill="${color}"/><text x="70" y="31">${name}</text></g>\n`,
  )
  .join('');

/** Adds a tag for each condition to the drawings of parts that the demo shop sells used. An address with `#good` shows that one. */
for (const { slug, usedShare } of categories.flatMap(({ kinds }) => kinds)) {
  if (!usedShare) continue;
  const path = join(import.meta.dirname, `../../public/parts/${slug}.svg`);
  const [drawing = ''] = (await readFile(path, 'utf8')).split(/<style>|<\/svg>/);
  await writeFile(
    path,
    `${drawing}<style>${style}</style>\n<defs><g id="tag">${shape}</g></defs>\n${tags}</svg>\n`,
  );
}
