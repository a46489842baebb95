import { ownValue } from '#core/values/own-value.ts';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { listConditions } from '#core/part-changes/list-parts.server.ts';
import { choicesOf } from '../cells/choice-words.ts';
import { simplifyHeading } from '../formats/heading.ts';
import { recognizeFormat } from '../formats/known-formats.ts';
import { hasFile } from './file-source.server.ts';
import { guessFields, type Mapping, mappingChoices, type RememberedMapping } from './mapping.ts';
import { usualNumbers } from './normalize-cells.ts';
import type { FileLook } from './structure.ts';
import type { MappingOptions } from './mapping-options.ts';

const SAMPLES = 3;

/** Lines whose words are listed. Refused lines are looked at too. */
const WORD_LINES = 1_000;
/** A column with more words is no choice. */
const MAX_WORDS = 20;
const MAX_WORD = 60;

/** Reads the columns of a file with samples, and the fields known or guessed for them. */
export async function readMappingChoices(transaction: Transaction<DB>, id: string) {
  const found = await transaction
    .selectFrom('part_changes as import')
    .leftJoin('part_import_mappings as known', (join) =>
      join.on(sql`lower(import.supplier)`, '=', sql.ref('known.supplier')),
    )
    .select(['header', 'mapping', 'look', 'filled', 'known.fields as known'])
    .where('import.id', '=', id)
    .executeTakeFirst();
  const header = (found?.header ?? []) as unknown as string[];
  const filled = (found?.filled ?? []) as unknown as number[];
  const mapping = (found?.mapping ?? null) as unknown as Mapping | null;
  const known = (found?.known ?? null) as unknown as RememberedMapping | null;
  const lines = await transaction
    .selectFrom('part_change_lines')
    .select('cells')
    .where('change_id', '=', id)
    .where('not_part', 'is', null)
    .orderBy('place')
    .limit(50)
    .execute();
  const format = recognizeFormat(header);
  const fields = mapping?.fields ?? guessFields(header, known?.fields);
  const conditions = (await listConditions(transaction)).map(({ name }) => name);
  const words = await readWords(transaction, id);
  const first: MappingOptions = { mileageSource: 'unknown', ...(format?.readsNames && { readsNames: true }) };
  const { mileageSource, hidden, readsNames, meanings } = mapping ?? known ?? first;
  return {
    look: (await hasFile(transaction, id)) ? ((found?.look ?? null) as unknown as FileLook | null) : null,
    format: format ? { name: format.name, facts: format.facts, keyName: format.keyName ?? null } : null,
    columns: header.map((name, index) => {
      const heading = simplifyHeading(name);
      const convert = ownValue(format?.convert, heading) ?? ((cell: string) => cell);
      return {
        place: index,
        name,
        filled: filled[index] ?? 0,
        field: fields[index] ?? null,
        use: ownValue(format?.uses, heading) ?? null,
        words: [...new Set((words.get(index) ?? []).map(convert))],
        samples: [
          ...new Set(lines.map(({ cells }) => ((cells as string[])[index] ?? '').trim()).filter(Boolean)),
        ]
          .slice(0, SAMPLES)
          .map((text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)),
      };
    }),
    empty: mapping?.empty ?? known?.empty ?? 'keep',
    condition: mapping?.condition ?? known?.condition ?? null,
    numbers: mapping?.numbers ?? known?.numbers ?? usualNumbers,
    remedies: mapping?.remedies ?? known?.remedies ?? [],
    mileageSource: mileageSource ?? '',
    hidden: hidden ?? false,
    readsNames: readsNames ?? false,
    meanings: meanings ?? {},
    isRemembered: mapping === null && known !== null,
    conditions,
    choices: mappingChoices.map(({ header: value, label }) => ({
      value,
      // A yard's stock number is that of the car.
      label: value === 'stock_number' ? `${label} (Tag)` : label,
    })),
    /** Field -> what its cells can mean. */
    choiceFields: choicesOf(conditions),
  };
}

export type MappingChoices = Awaited<ReturnType<typeof readMappingChoices>>;

/** Reads the words of columns that have few, by their place. */
async function readWords(transaction: Transaction<DB>, id: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ place: number; words: string[] }>`
    with line as (
      (select cells from part_change_lines where change_id = ${id} and not_part is null
        order by place limit ${WORD_LINES})
      union all
      (select cells from part_change_lines where change_id = ${id} and outcome = 'refuse'
        order by place limit ${WORD_LINES})
    )
    select (number - 1)::int as place, array_agg(distinct btrim(cell)) as words
    from line, jsonb_array_elements_text(cells) with ordinality as cells (cell, number)
    where cell <> ''
    group by number
    having count(distinct cell) <= ${MAX_WORDS} and max(length(cell)) <= ${MAX_WORD}`.execute(transaction);
  return new Map(rows.map(({ place, words }) => [place, words.filter(Boolean)]));
}
