-- What is known of a used part (docs/used-parts.md). What only staff may see stands in a table of its own.

alter table public.parts_catalog
  add column origin text,
  add column rebuilder text,
  add column stock_number text,
  add column mileage integer,
  add column mileage_source text,
  add column donor_year integer,
  add column donor_model text,
  add column donor_trim text,
  add column donor_color text,
  add column donor_vin_tail text,
  add column damage_codes text,
  add column grade_rule text,
  add column grade text,
  add column grade_lowered_to text,
  add column grade_reason text,
  add column tested_how text,
  add column warranty text,
  add constraint parts_catalog_origin_known check (
    origin in ('new', 'new_oem', 'new_aftermarket', 'used', 'rebuilt', 'remanufactured')
  ),
  add constraint parts_catalog_mileage_in_range check (mileage between 1 and 9999999),
  add constraint parts_catalog_mileage_source_known check (mileage_source in ('cluster', 'title', 'auction', 'unknown')),
  add constraint parts_catalog_donor_vin_tail_short check (length(donor_vin_tail) = 4),
  add constraint parts_catalog_grade_rule_known check (grade_rule in ('mechanical', 'body', 'none')),
  add constraint parts_catalog_grade_known check (grade in ('A', 'B', 'C', 'X')),
  add constraint parts_catalog_grade_lowered_with_reason check (
    grade_lowered_to in ('B', 'C') and grade_reason is not null or grade_lowered_to is null
  );
comment on column public.parts_catalog.origin is 'Null: as the condition says (findOrigin in app/domain/origin.ts).';
comment on column public.parts_catalog.rebuilder is 'Who rebuilt or remanufactured it.';
comment on column public.parts_catalog.stock_number is 'The shop''s own number of this piece, which customers quote.';
comment on column public.parts_catalog.mileage is 'Miles of the donor vehicle. Null: not known.';
comment on column public.parts_catalog.donor_vin_tail is 'The last four characters of part_private_facts.donor_vin.';
comment on column public.parts_catalog.damage_codes is
  'As in 2D1 4S.5: place, kind and units of each damage. 000: none. Null: not inspected.';
comment on column public.parts_catalog.grade_rule is 'How it is graded. Null: as its kind (app/domain/grade.ts).';
comment on column public.parts_catalog.grade is 'Computed when the part is saved. Null: its kind is not graded, or it was never saved with facts.';
comment on column public.parts_catalog.warranty is 'As in 90 days. Null: the shop''s terms.';
grant update (origin, rebuilder, stock_number, mileage, mileage_source, donor_year, donor_model, donor_trim, donor_color,
  donor_vin_tail, damage_codes, grade_rule, grade, grade_lowered_to, grade_reason, tested_how, warranty)
  on public.parts_catalog to authenticated;
-- One spelling of a stock number, as of an OEM number.
create unique index parts_catalog_stock_number_key on public.parts_catalog (public.oem_number_key(stock_number))
  where stock_number is not null;

-- Not a foreign key: a deleted part may be restored, with these facts.
create table public.part_private_facts (
  part_id uuid not null,
  cost_price numeric(12, 2),
  yard_place text,
  donor_vin text,
  donor_arrived_on date,
  tested_by text,
  constraint part_private_facts_pkey primary key (part_id),
  constraint part_private_facts_cost_price_not_negative check (cost_price >= 0),
  constraint part_private_facts_texts_bounded check (length(yard_place) <= 200 and length(tested_by) <= 200),
  constraint part_private_facts_donor_vin_normalized check (donor_vin ~ '^[A-HJ-NPR-Z0-9]{17}$')
);
comment on table public.part_private_facts is
  'What only staff know of a part in parts_catalog. Kept for 30 days after the part was deleted.';
alter table public.part_private_facts enable row level security;
create policy "Staff can read private facts" on public.part_private_facts
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add private facts" on public.part_private_facts
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change private facts" on public.part_private_facts
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop copies VINs to orders" on public.part_private_facts for select to service_role using (true);
grant select, insert on public.part_private_facts to authenticated;
grant update (cost_price, yard_place, donor_vin, donor_arrived_on, tested_by)
  on public.part_private_facts to authenticated;
grant select (part_id, donor_vin) on public.part_private_facts to service_role;

-- Orders keep what was sold.

alter table public.order_lines
  add column origin text,
  add column rebuilder text,
  add column stock_number text,
  add column mileage integer,
  add column grade text,
  add column warranty text;
comment on column public.order_lines.origin is 'Null: sold before it was kept; the condition tells.';
comment on column public.order_lines.warranty is 'The part''s own. Null: the shop''s terms.';

create table public.sold_vins (
  line_id uuid not null,
  vin text not null,
  constraint sold_vins_pkey primary key (line_id),
  constraint sold_vins_line_id_fkey foreign key (line_id) references public.order_lines (id) on delete cascade
);
comment on table public.sold_vins is 'The donor vehicle''s VIN of a part in an order, for its warranty.';
alter table public.sold_vins enable row level security;
create policy "Staff can read the VINs of orders" on public.sold_vins
  for select to authenticated using ((select public.is_staff()));
create policy "The shop keeps the VINs of orders" on public.sold_vins for insert to service_role with check (true);
grant select on public.sold_vins to authenticated;
grant insert on public.sold_vins to service_role;

alter function public.buyer_order_data(public.orders, boolean) rename to buyer_order_without_facts;

create function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select data || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(
      entry || jsonb_build_object(
        'origin', line.origin, 'rebuilder', line.rebuilder, 'stockNumber', line.stock_number, 'mileage', line.mileage,
        'grade', line.grade, 'warranty', line.warranty,
        'vin', case when is_full then (select vin from public.sold_vins where line_id = line.id) end
      ) order by place), '[]')
    from jsonb_array_elements(data -> 'lines') with ordinality as entries (entry, place)
    join public.order_lines as line on line.id = (entry ->> 'id')::uuid
  ))
  from public.buyer_order_without_facts(bought, is_full) as data
$$;

-- As before, but a part whose stock number was given to another one stays deleted.
create or replace function public.restore_deleted_parts(since timestamptz, in_category text default null) returns bigint
  language plpgsql
  set search_path = ''
as $$
declare
  restored bigint;
begin
  -- Holds that end from now on wait until the parts are restored. The next statement sees those that ended before.
  perform from public.stock_holds as holds
  where holds.id in (
    select unnest(open_holds) from public.deleted_parts where deleted_at >= since
  )
  order by holds.id for update;

  with back as (
    insert into public.parts_catalog
    select parts.*
    from (
      select distinct on (part_id) part_id, part, open_holds from public.deleted_parts
      where deleted_at >= since order by part_id, deleted_at desc
    ) as kept,
    lateral (
      select coalesce(sum(holds.quantity) filter (where holds.outcome = 'sold'), 0) as sold,
        coalesce(sum(holds.quantity) filter (where holds.outcome is null), 0) as held
      from public.stock_holds as holds where holds.id = any (kept.open_holds)
    ) as meanwhile,
    lateral jsonb_populate_record(null::public.parts_catalog, kept.part || jsonb_build_object(
      'stock_quantity', (kept.part ->> 'stock_quantity')::bigint - meanwhile.sold,
      'stock_held', meanwhile.held
    )) as parts
    where in_category is null or parts.category = in_category
    on conflict do nothing
    returning id
  ),
  gone as (delete from public.deleted_parts where part_id in (select id from back))
  select count(*) into restored from back;
  return restored;
end
$$;

alter function public.clean_up_catalog() rename to clean_up_parts;
revoke execute on function public.clean_up_parts from service_role;

-- Security definer, as clean_up_parts.
create function public.clean_up_catalog() returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.clean_up_parts();
  delete from public.part_private_facts as facts
  where not exists (select from public.parts_catalog where id = facts.part_id)
    and not exists (select from public.deleted_parts where part_id = facts.part_id);
end
$$;
comment on function public.clean_up_catalog is
  'Nightly: removes deleted parts after 30 days with their private facts, and replaces the tallies by their sum.';
grant execute on function public.clean_up_catalog to service_role;
