/**
 * Returns a condition in SQL over parts_catalog: a part has a word that begins with `word`, or a number that contains it.
 * @param word An expression: a text in lower case, letters and digits only.
 */
export function hasWord(word: string): string {
  return `(exists (
      select
      from regexp_split_to_table(lower(concat_ws(' ', part_name, brand, category, vehicle_make, vehicle_model, vehicle_year,
        vehicle_engine, coalesce(part_type, 'Good'), replace(origin, '_', ' '), description)), '\\s+') as written,
      lateral (
        select regexp_replace(written, '[^[:alnum:]]', '', 'g')
        union all
        select word from regexp_split_to_table(written, '[^[:alnum:]]+') as word where length(word) > 1
      ) as words (found)
      where starts_with(words.found, ${word})
    ) or exists (
      select
      from unnest(array[oem_number_key(oem_number), oem_number_key(stock_number)] || older_number_keys(superseded_numbers)) as number
      where length(${word}) >= 3 and strpos(number, upper(${word})) > 0
        or ${word} ~ '[0-9]' and starts_with(number, upper(${word}))
    ))`;
}
