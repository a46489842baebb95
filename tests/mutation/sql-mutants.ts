/** A line of a migration and its replacement. `original` occurs once in the file. */
export interface SqlMutant {
  file: string;
  original: string;
  mutated: string;
  /** Why no test can notice it: the results are the same. */
  ignored?: string;
}

const search = '0005_search.sql';
const catalog = '0003_catalog.sql';
const deleted = '0009_deleted_parts.sql';
const stockTallies = '0021_stock_tallies.sql';

export const sqlMutants: readonly SqlMutant[] = [
  // Texts and terms
  {
    file: search,
    original: "translate(lower(given), '-.‐‑–—', '')",
    mutated: "translate(given, '-.‐‑–—', '')",
  },
  { file: search, original: "translate(lower(given), '-.‐‑–—', '')", mutated: 'lower(given)' },
  {
    file: search,
    original: "coalesce(replace(oem_number, ' ', ''), '')",
    mutated: "coalesce(oem_number, '')",
  },
  { file: search, original: "word ~ '[0-9]' or length(word) > 60", mutated: 'length(word) > 60' },
  {
    file: search,
    original: "union all select 'year=' || vehicle_year where vehicle_year is not null",
    mutated: '',
  },
  { file: search, original: "coalesce(part_type, 'Good')", mutated: "coalesce(part_type, '')" },
  { file: search, original: "(size <= 3 or piece !~ '[^0-9]')", mutated: 'size <= 3' },
  { file: search, original: 'generate_series(1, 5) as size', mutated: 'generate_series(1, 4) as size' },
  {
    file: search,
    original: 'least(pieces.place + length(pieces.piece) - 1, length(word) - 2)',
    mutated: 'pieces.place + length(pieces.piece)',
  },
  // Queries
  { file: search, original: "length(word) <= 3 or word ~ '^[0-9]{4,5}$'", mutated: 'true' },
  { file: search, original: "case when in_stock then 'stock' end", mutated: 'null' },
  {
    file: search,
    original: 'where cardinality(known) <= 10',
    mutated: 'where cardinality(known) <= 0',
    ignored: 'It reads more chunks.',
  },
  {
    file: search,
    original: 'bit_and(bits.parts # coalesce(flipped.parts, 0::bit(16384))) as sure',
    mutated: 'bit_and(bits.parts) as sure',
  },
  {
    file: search,
    original: 'select chunk, sure, possible & ~sure from of_all',
    mutated: 'select chunk, possible, possible & ~sure from of_all',
  },
  {
    file: search,
    original: 'where (before.first_name, before.first_id) <= (after_name, after_id)',
    mutated: "where before.first_name <= ''",
    ignored: 'It reads the chunks before the page.',
  },
  {
    file: search,
    original: 'if bit_count(hits) <= 200 then',
    mutated: 'if bit_count(hits) <= 0 then',
    ignored: 'Both ways find the same.',
  },
  {
    file: search,
    original: 'where (placed.part_name, placed.part_id) > (after_name, after_id)',
    mutated: 'where (placed.part_name, placed.part_id) >= (after_name, after_id)',
  },
  {
    file: search,
    original:
      'where places.chunk = found.chunk and (places.part_name, places.part_id) > (after_name, after_id)',
    mutated:
      'where places.chunk = found.chunk and (places.part_name, places.part_id) >= (after_name, after_id)',
  },
  { file: search, original: 'how_many := how_many - added;', mutated: '' },
  { file: search, original: 'taken := taken + ahead;', mutated: 'taken := taken + ahead + 1;' },
  {
    file: search,
    original: 'bit_count(found.sure & found.in_stock) as in_stock from found',
    mutated: 'bit_count(found.sure) as in_stock from found',
  },
  {
    file: search,
    original: 'is_few := hit_count <= 3000;',
    mutated: 'is_few := hit_count <= 0;',
    ignored: 'Both ways find the same.',
  },
  {
    file: search,
    original: 'is_few := hit_count <= 3000;',
    mutated: 'is_few := true;',
    ignored: 'Both ways find the same.',
  },
  // Writing
  { file: search, original: 'return 16384;', mutated: 'return 16385;' },
  {
    file: search,
    original: 'on conflict on constraint search_bits_pkey do update set parts = bits.parts | excluded.parts',
    mutated: 'on conflict on constraint search_bits_pkey do update set parts = excluded.parts',
  },
  { file: search, original: 'exit when needed <@ locked;', mutated: 'exit when true;' },
  {
    file: search,
    original: 'if target.slots_used + cardinality(target.ids) > public.search_chunk_room() then',
    mutated: 'if target.slots_used + cardinality(target.ids) >= public.search_chunk_room() then',
    ignored: 'Chunks have one part less.',
  },
  {
    file: search,
    original: 'if target.slots_used + cardinality(target.ids) > public.search_chunk_room() then',
    mutated: 'if target.slots_used > public.search_chunk_room() then',
  },
  { file: search, original: 'for update skip locked;', mutated: 'for update;' },
  {
    file: search,
    original: 'where places.part_id = flips.part_id and places.chunk = of_chunk',
    mutated: 'where places.part_id = flips.part_id',
  },
  {
    file: search,
    original:
      'delete from public.search_stock_flips as flips using unnest(removed) as part (id) where flips.part_id = part.id;',
    mutated: '',
  },
  {
    file: search,
    original:
      '(before.stock_quantity > before.stock_held) <> (after.stock_quantity > after.stock_held) as is_flipped',
    mutated: '(before.stock_quantity > 0) <> (after.stock_quantity > 0) as is_flipped',
  },
  { file: search, original: 'before.part_name <> after.part_name as is_moved', mutated: 'false as is_moved' },
  { file: search, original: 'if cardinality(flipped) > 500 then', mutated: 'if true then' },
  { file: search, original: 'if cardinality(flipped) > 500 then', mutated: 'if false then' },
  { file: search, original: 'having bool_and(is_new) = bool_or(is_new)', mutated: '' },
  {
    file: search,
    original: 'do update set parts = bits.parts # excluded.parts',
    mutated: 'do update set parts = bits.parts | excluded.parts',
  },
  {
    file: search,
    original: "select distinct substr(term, 3) from written where term like 'w=%' order by 1",
    mutated: 'select distinct substr(term, 3) from written where false',
  },
  { file: search, original: 'perform public.search_place_parts(moved);', mutated: '' },
  {
    file: search,
    original: 'where places.part_id = part.id and places.price <> coalesce(parts.price, 0);',
    mutated: 'where false;',
  },
  // Checking and rebuilding
  { file: search, original: 'else kept.parts & live.slots', mutated: 'else kept.parts' },
  {
    file: search,
    original: "where bit_count(different) > 0 or is_unknown or (term = 'stock' and is_missing)",
    mutated: "where bit_count(different) > 0 or (term = 'stock' and is_missing)",
  },
  { file: search, original: 'perform public.search_divide_chunk(of_chunk);', mutated: '' },
  // Stock
  {
    file: catalog,
    original: 'check (stock_held between 0 and greatest(stock_quantity, 0))',
    mutated: 'check (stock_held >= 0)',
  },
  { file: catalog, original: 'check (stock_quantity >= 0)', mutated: 'check (true)' },
  {
    file: catalog,
    original: '(before.stock_quantity > before.stock_held) = (after.stock_quantity > after.stock_held)',
    mutated: 'true',
  },
  {
    file: stockTallies,
    original: 'coalesce(sum(sign) filter (where stock_quantity = 0), 0) as out_of_stock',
    mutated: 'coalesce(sum(sign) filter (where stock_quantity = 1), 0) as out_of_stock',
  },
  {
    file: stockTallies,
    original: 'where stock_quantity between 1 and 1000 group by stock_quantity having sum(sign) <> 0;',
    mutated: 'where stock_quantity between 2 and 1000 group by stock_quantity having sum(sign) <> 0;',
  },
  {
    file: stockTallies,
    original: 'coalesce(sum(sign * stock_quantity), 0) as pieces',
    mutated: 'coalesce(sum(sign), 0) as pieces',
    ignored: 'Nothing reads the column.',
  },
  {
    file: deleted,
    original: "coalesce(sum(holds.quantity) filter (where holds.outcome = 'sold'), 0) as sold",
    mutated: '0 as sold',
  },
  {
    file: deleted,
    original: 'coalesce(sum(holds.quantity) filter (where holds.outcome is null), 0) as held',
    mutated: '0 as held',
  },
  { file: deleted, original: 'order by holds.id for update;', mutated: ';' },
  {
    file: deleted,
    original: 'where in_category is null or parts.category = in_category',
    mutated: 'where true',
  },
];
