-- One statement that adds many fitments, as the load of a demo shop does, compared each of them with all others: "not in" is
-- only quick while the ids of the statement fit into work_mem. "except" always is (decision 83).

create or replace function public.count_fitments() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changed uuid[];
  -- Their fitments that the statement leaves as they are.
  same bigint[];
  before public.counted_fitment[];
  after public.counted_fitment[];
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct part_id from new_rows);
    if exists (
      select from unnest(changed) as part (id)
      where (select count(*) from public.part_fitments as fitments where fitments.part_id = part.id) > 200
    ) then
      raise exception 'a part has at most 200 fitments' using errcode = 'check_violation';
    end if;
    same := array(
      select fitments.id from unnest(changed) as part (id)
      cross join lateral (select each.id from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      except select id from new_rows
    );
  else
    changed := array(select distinct part_id from old_rows);
    same := array(
      select fitments.id from unnest(changed) as part (id)
      cross join lateral (select each.id from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
      except select id from old_rows
    );
  end if;
  after := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from unnest(changed) as part (id)
    cross join lateral (select * from public.parts_catalog as each where each.id = part.id offset 0) as parts
    cross join lateral (select * from public.part_fitments as each where each.part_id = part.id offset 0) as fitments
  );
  before := array(
    select public.counted_fitment(fitments, parts.vehicle_make, parts.vehicle_model, parts.vehicle_year, parts.category)
    from unnest(same) as fitment (id)
    cross join lateral (select * from public.part_fitments as each where each.id = fitment.id offset 0) as fitments
    cross join lateral (select * from public.parts_catalog as each where each.id = fitments.part_id offset 0) as parts
  );
  if tg_op <> 'INSERT' then
    before := before || array(
      select public.counted_fitment(old_rows::public.part_fitments, parts.vehicle_make, parts.vehicle_model,
        parts.vehicle_year, parts.category)
      from old_rows
      cross join lateral (select * from public.parts_catalog as each where each.id = old_rows.part_id offset 0) as parts
    );
  end if;
  perform public.move_fitment_counts(before, after);
  return null;
end
$$;
