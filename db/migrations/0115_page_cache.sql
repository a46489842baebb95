-- What page caches hear of (docs/page-cache.md): the channel catalog_changed has the ids of up to 200 parts whose pages have changed,
-- or nothing if anything may have changed. Before, it had what searches compared of these parts.

create or replace function public.notify_of_changed_parts() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  few uuid[];
  is_many boolean;
begin
  if tg_op = 'DELETE' then
    few := array(select id from old_parts limit 51);
  else
    few := array(select id from new_parts limit 51);
  end if;
  if cardinality(few) = 0 then
    return null;
  end if;
  is_many := cardinality(few) > 50;
  if tg_op = 'UPDATE' and not is_many then
    -- The pages of other parts show the engine.
    is_many := exists (
      select from new_parts as after join old_parts as before using (id)
      where before.vehicle_engine is distinct from after.vehicle_engine
    );
  end if;
  perform pg_catalog.pg_notify('catalog_changed', case when is_many then '' else array_to_string(few, ' ') end);
  return null;
end
$$;

create or replace function public.lock_fit_groups(groups public.fit_group[]) returns uuid[]
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  lock_class constant integer := 52;
begin
  perform pg_advisory_xact_lock(lock_class, locks.number)
  from (select distinct hashtext(key) & 255 as number from unnest(groups) order by 1) as locks;
  -- Statements from here on see what was committed before the locks.
  return array(select distinct members.part_id from public.fit_group_members(groups) as members);
end
$$;

create or replace function public.set_fit_terms(ids uuid[]) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set jit = off
as $$
declare
  terms text[];
  chunks integer[];
  slots integer[];
begin
  with computed as materialized (
    select each.part_id, each.terms from public.fit_terms_of(ids) as each
  ),
  kept as materialized (
    select each.part_id, each.terms from public.part_fit_terms as each where each.part_id = any (ids)
  ),
  differing as (
    select both_terms.part_id, both_terms.term
    from (
      select computed.part_id, unnest(computed.terms) as term from computed
      union all
      select kept.part_id, unnest(kept.terms) from kept
    ) as both_terms
    group by both_terms.part_id, both_terms.term having count(*) = 1
  ),
  by_part as materialized (
    select differing.part_id, array_agg(differing.term) as terms from differing group by differing.part_id
  ),
  gone as (
    delete from public.part_fit_terms as fits
    where fits.part_id = any (ids) and fits.part_id not in (select computed.part_id from computed)
  ),
  written as (
    insert into public.part_fit_terms (part_id, terms)
    select computed.part_id, computed.terms from computed
    where computed.part_id in (select by_part.part_id from by_part)
    on conflict on constraint part_fit_terms_pkey do update set terms = excluded.terms
  )
  select array_agg(term), array_agg(places.chunk), array_agg(places.slot) into terms, chunks, slots
  from by_part
  cross join lateral (
    select each.chunk, each.slot from public.search_places as each where each.part_id = by_part.part_id offset 0
  ) as places
  cross join lateral unnest(by_part.terms) as term;
  perform public.search_flip_bits(terms, chunks, slots);
  -- Parts of a group name each other on their pages, and show the vehicles that they fit.
  if cardinality(ids) > 0 then
    perform pg_notify('catalog_changed', case when cardinality(ids) <= 200 then array_to_string(ids, ' ') else '' end);
  end if;
end
$$;

drop function public.notify_of_parts(public.parts_catalog[], public.parts_catalog[]);
drop function public.changes_names(public.parts_catalog[], public.parts_catalog[]);
drop function public.notify_of_payloads(text[]);
drop function public.listed_part(public.parts_catalog);
