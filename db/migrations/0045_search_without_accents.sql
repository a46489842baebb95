-- A search finds parts whatever accents they or it are written with: 'citroen' finds Citroën.
create or replace function public.search_words(given text) returns setof text
  language sql immutable parallel safe
begin atomic
  select distinct left(word, 60)
  from (select case when given ~ '[^\x01-\x7f]' then public.plain_text(given) else lower(given) end) as plain (line)
  cross join lateral (
    select regexp_replace(public.search_fold(spaced), '[^[:alnum:]]+', '', 'g')
    from string_to_table(translate(line, E'\t\n\v\f\r\u0085\u00a0', '       '), ' ') as spaced
    union all
    select separate from regexp_split_to_table(line, '[^[:alnum:]]+') as separate where length(separate) > 1
  ) as words (word)
  where word <> '';
end;
comment on function public.search_words is
  'The words of a text in lower case, without accents, letters and digits only: F-150 is f150, and also 150; front/rear is frontrear, front and rear.';

do $$
declare
  accented uuid[] := array(
    select id from public.parts_catalog
    where concat_ws(' ', part_name, brand, category, vehicle_make, vehicle_model, vehicle_engine, part_type, description)
      ~ '[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]'
  );
begin
  for place in 0 .. cardinality(accented) / 1000 loop
    perform public.write_search_parts(accented[place * 1000 + 1 : place * 1000 + 1000]);
  end loop;
end
$$;
