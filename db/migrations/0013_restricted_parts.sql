-- Parts that the law restricts (docs/restricted-parts.md): what must be recorded of them, and which are not shown.

create table public.restricted_kinds (
  kind text not null,
  place smallint not null,
  -- What a part must have to be shown. Null: it is never shown.
  needs text[],
  origins text not null,
  default_words text[] not null,
  default_exceptions text[] not null,
  is_on boolean not null default true,
  words text[] not null,
  exceptions text[] not null,
  constraint restricted_kinds_pkey primary key (kind),
  constraint restricted_kinds_origins_known check (origins in ('notNew', 'new', 'all'))
);
comment on table public.restricted_kinds is
  'The restricted kinds of parts with the words of the settings, so that the catalog can keep what may not be shown hidden. A trigger of shop_settings writes it.';
comment on column public.restricted_kinds.place is 'A part counts as the first kind that it matches.';
comment on column public.restricted_kinds.default_words is 'As defaultRestricted in app/domain/restricted/restricted-kinds.ts.';
alter table public.restricted_kinds enable row level security;

create function public.restricted_text(part_text text) returns text
  language sql immutable parallel safe
  set search_path = ''
  return regexp_replace(
    regexp_replace(
      ' ' || regexp_replace(regexp_replace(lower(coalesce(part_text, '')), '[,;/+&()]', ' , ', 'g'), '[^a-z0-9,]+', ' ', 'g') || ' ',
      ' without [^,]*', ' ', 'g'),
    ' (with|for|and|after|before|including|w) ', ' , ', 'g');
comment on function public.restricted_text is 'As normalize in app/domain/restricted/find-kind.ts.';

-- Security definer: only these functions and triggers read restricted_kinds.
create function public.restricted_words() returns text
  language sql stable security definer
  set search_path = ''
as $$
  select string_agg(distinct replace(word, ' ', '[^a-z0-9]+'), '|')
  from public.restricted_kinds, unnest(words) as word
  where is_on and (needs is null or cardinality(needs) > 0)
$$;
comment on function public.restricted_words is
  'Finds all parts that may have to be hidden, and more, in less time than must_be_hidden. Null: there are no rules.';

-- Security definer, as restricted_words.
create function public.must_be_hidden(
  part_name text, category text, origin text, part_type text, safety_check text, donor_vin_tail text, recall_checked_on text
) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select (origins = 'all' or not public.search_is_new(origin, part_type))
      and (needs is null
        or ('undeployed' = any (needs) and safety_check is distinct from 'undeployed')
        or ('drained' = any (needs) and safety_check is distinct from 'drained')
        or ('donor_vin' = any (needs) and donor_vin_tail is null)
        or ('recall_check' = any (needs) and recall_checked_on is null))
    from public.restricted_kinds as kind, public.restricted_text(part_name) as name
    where is_on and cardinality(words) > 0
      and name || public.restricted_text(category) ~ (' (' || array_to_string(words, '|') || ')(s|es)? ')
      and (cardinality(exceptions) = 0
        or split_part(name, ',', 1) !~ (' (' || array_to_string(exceptions, '|') || ')(s|es)? '))
    order by place limit 1
  ), false)
$$;
comment on function public.must_be_hidden is 'Whether a part may not be shown, as findRestriction in app/domain/restricted.';

-- Moves without asking who does it, for triggers. Columns are copied by their names, so that both tables may have them in any
-- order. Security definer, as hide_parts.
create function public.move_to_hidden_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hidden uuid[];
begin
  perform from public.parts_catalog where id = any (ids) order by id for update;
  with added as (
    insert into public.hidden_parts
    select hidden_part.*
    from public.parts_catalog as part,
    lateral jsonb_populate_record(null::public.hidden_parts, to_jsonb(part) || jsonb_build_object(
      'fitments', array(select to_jsonb(fitment) - '{id,part_id}'::text[] from public.part_fitments as fitment where fitment.part_id = part.id),
      'request_ids', array(select request.id from public.part_requests as request where request.part_id = part.id),
      'is_new', false, 'updated_at', now()
    )) as hidden_part
    where part.id = any (ids) and part.stock_held = 0
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into hidden from added;
  delete from public.parts_catalog where id = any (hidden);
  delete from public.part_fitments where part_id = any (hidden);
  return hidden;
end
$$;
comment on function public.move_to_hidden_parts is 'hide_parts, without its check of the role.';

-- Security definer: hides parts of the whole catalog.
create function public.hide_all_restricted_parts() returns integer
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found uuid[];
begin
  select array_agg(id) into found from public.parts_catalog
  where concat_ws(' ', part_name, category) ~* public.restricted_words()
    and public.must_be_hidden(part_name, category, origin, part_type, safety_check, donor_vin_tail, recall_checked_on);
  return case when found is null then 0 else cardinality(public.move_to_hidden_parts(found)) end;
end
$$;
comment on function public.hide_all_restricted_parts is
  'Hides all parts that may not be shown, but for those that payments hold: they are hidden when their hold ends.';

-- Security definer: admins change the settings, and only this function writes restricted_kinds.
create function public.follow_restricted_settings() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  restricted jsonb := new.values -> 'restricted';
begin
  if restricted is not distinct from old.values -> 'restricted' then
    return null;
  end if;
  update public.restricted_kinds as known set
    is_on = coalesce((restricted -> kind ->> 'on')::boolean, true)
      and not coalesce((restricted -> kind ->> 'soldElsewhere')::boolean, false),
    words = case when restricted #> array[kind, 'words'] is null then default_words
      else array(select jsonb_array_elements_text(restricted #> array[kind, 'words'])) end,
    exceptions = case when restricted #> array[kind, 'exceptions'] is null then default_exceptions
      else array(select jsonb_array_elements_text(restricted #> array[kind, 'exceptions'])) end;
  perform public.hide_all_restricted_parts();
  return null;
end
$$;

create trigger follow_restricted_settings after update of values on public.shop_settings
  for each row execute function public.follow_restricted_settings();

-- Security definer: staff may only show parts that may be shown.
create function public.show_parts(ids uuid[]) returns uuid[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  shown uuid[];
begin
  if not public.is_staff() then
    raise exception 'Only staff may show parts' using errcode = '42501';
  end if;
  perform from public.hidden_parts where id = any (ids) order by id for update;
  with added as (
    insert into public.parts_catalog
    select shown_part.*
    from public.hidden_parts as part,
    lateral jsonb_populate_record(null::public.parts_catalog, to_jsonb(part) || jsonb_build_object(
      'created_at', case when is_new then now() else created_at end, 'updated_at', now()
    )) as shown_part
    where part.id = any (ids) and not public.must_be_hidden(
      part.part_name, part.category, part.origin, part.part_type, part.safety_check, part.donor_vin_tail, part.recall_checked_on
    )
    on conflict do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into shown from added;
  insert into public.part_fitments (part_id, make, model, from_year, to_year, engine, trim, position, note)
  select part.id, fitment.make, fitment.model, fitment.from_year, fitment.to_year, fitment.engine, fitment.trim,
    fitment.position, fitment.note
  from public.hidden_parts as part, jsonb_populate_recordset(null::public.part_fitments, part.fitments) as fitment
  where part.id = any (shown);
  update public.part_requests as request set part_id = part.id
  from public.hidden_parts as part, unnest(part.request_ids) as request_id
  where part.id = any (shown) and request.id = request_id;
  delete from public.hidden_parts where id = any (shown);
  return shown;
end
$$;
comment on function public.show_parts is
  'For staff: puts hidden parts into the shop. Returns those shown: not one that may not be shown, or whose stock number another part has.';
grant execute on function public.show_parts to authenticated;

insert into public.restricted_kinds
  (kind, place, needs, origins, default_words, default_exceptions, words, exceptions)
select kind, place, needs, origins, words, exceptions, words, exceptions
from (values
  ('catalyticConverters', 1, null::text[], 'notNew',
    array['catalytic', 'catalyst', 'cat converter', 'manifold converter'],
    array['gasket', 'shield', 'bracket', 'bolt', 'clamp', 'hanger', 'sensor', 'mount', 'insulator']),
  ('airbags', 2, array['undeployed', 'donor_vin', 'recall_check'], 'notNew',
    array['airbag', 'air bag', 'pretensioner', 'pre tensioner', 'seat belt retractor'],
    array['sensor', 'control', 'computer', 'spring', 'harness', 'switch', 'bracket', 'suspension']),
  ('fuelTanks', 3, array['drained'], 'notNew',
    array['fuel tank', 'gas tank', 'fuel cell'],
    array['strap', 'cap', 'cover', 'door', 'sensor', 'unit', 'pump', 'shield', 'plate', 'neck', 'hose', 'line', 'valve',
      'bracket', 'ring', 'gauge', 'sender', 'seal', 'gasket']),
  ('hybridBatteries', 4, '{}', 'all',
    array['hybrid battery', 'traction battery', 'high voltage battery', 'hv battery', 'ev battery'],
    array['fan', 'blower', 'duct', 'computer', 'sensor', 'cable', 'cover', 'filter', 'harness', 'bracket'])
) as rule (kind, place, needs, origins, words, exceptions);
insert into public.restricted_kinds
  (kind, place, needs, origins, default_words, default_exceptions, words, exceptions)
select 'leadAcidBatteries', 5, '{}', 'new', words, exceptions, words, exceptions
from (values (
  array['battery', 'batteries'],
  array['cable', 'terminal', 'tray', 'box', 'charger', 'maintainer', 'tester', 'hold', 'bracket', 'cover', 'sensor', 'harness',
    'fuse', 'clamp', 'bolt', 'mount', 'switch', 'relay', 'insulator', 'blanket', 'heater', 'vent', 'fan', 'blower', 'duct',
    'computer', 'module', 'monitor', 'disconnect', 'starter', 'alternator', 'key', 'fob', 'remote', 'lithium', 'hybrid',
    'traction', 'high voltage', 'hv', 'ev']
)) as rule (words, exceptions);
