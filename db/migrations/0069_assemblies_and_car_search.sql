-- Assemblies of a car (docs/yard.md): a front clip and the hood that is part of it are both for sale, and whoever buys first
-- has the hood.

-- Facts of a part stay for 30 days after it was deleted, and so does what it consists of.
create table public.part_pieces (
  assembly_id uuid not null,
  piece_id uuid not null,
  constraint part_pieces_pkey primary key (assembly_id, piece_id),
  constraint part_pieces_not_itself check (assembly_id <> piece_id),
  constraint part_pieces_assembly_id_fkey foreign key (assembly_id)
    references public.part_private_facts (part_id) on delete cascade,
  constraint part_pieces_piece_id_fkey foreign key (piece_id)
    references public.part_private_facts (part_id) on delete cascade
);
comment on table public.part_pieces is
  'Parts of a car that are sold by themselves or with an assembly of the same car. change_pieces writes it: a piece is no assembly.';
create index part_pieces_piece_id_idx on public.part_pieces (piece_id);
alter table public.part_pieces enable row level security;
create policy "Staff can see pieces" on public.part_pieces for select to authenticated using ((select public.is_staff()));
create policy "The shop sees pieces" on public.part_pieces for select to service_role using (true);
grant select on public.part_pieces to authenticated, service_role;

create table public.piece_claims (
  piece_id uuid not null,
  part_id uuid not null,
  constraint piece_claims_pkey primary key (piece_id)
);
comment on table public.piece_claims is
  'Pieces that are held or sold. The primary key decides between two buyers. Triggers of the stock write it.';
comment on column public.piece_claims.part_id is
  'The part that was held or sold: an assembly with the piece, or the piece itself. Not a foreign key: a deleted assembly stays sold.';
create index piece_claims_part_id_idx on public.piece_claims (part_id);
alter table public.piece_claims enable row level security;
create policy "Staff can see claims" on public.piece_claims for select to authenticated using ((select public.is_staff()));
create policy "The shop sees claims" on public.piece_claims for select to service_role using (true);
grant select on public.piece_claims to authenticated, service_role;

create table public.claimed_stock (
  part_id uuid not null,
  units integer not null,
  constraint claimed_stock_pkey primary key (part_id),
  constraint claimed_stock_units_positive check (units > 0),
  constraint claimed_stock_part_id_fkey foreign key (part_id)
    references public.part_private_facts (part_id) on delete cascade
);
comment on table public.claimed_stock is
  'Parts that are out of stock because a piece of them, or an assembly with them, is held or sold. follow_claims writes it.';
comment on column public.claimed_stock.units is 'The units in stock when that ends.';
alter table public.claimed_stock enable row level security;
create policy "Staff can see claimed stock" on public.claimed_stock
  for select to authenticated using ((select public.is_staff()));
create policy "The shop sees claimed stock" on public.claimed_stock for select to service_role using (true);
grant select on public.claimed_stock to authenticated, service_role;

-- Security definer: checkouts of visitors read it too. Most parts are no assembly and no piece.
create function public.claims_of(part uuid) returns uuid[]
  language sql stable security definer
  set search_path = ''
as $$
  select array(select piece_id from public.part_pieces where assembly_id = part)
    || array(select piece_id from public.part_pieces where piece_id = part limit 1)
$$;
comment on function public.claims_of is 'The pieces that whoever buys the part has then: those of an assembly, or the piece itself.';
grant execute on function public.claims_of to anon, authenticated, service_role;

-- Security definer, as claims_of.
create function public.is_claimed(part uuid) returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.piece_claims where piece_id = part and part_id <> part)
    or exists (
      select from public.part_pieces as piece join public.piece_claims as claim using (piece_id)
      where piece.assembly_id = part and claim.part_id <> part
    )
$$;
comment on function public.is_claimed is 'Whether the part can''t be sold because a piece of it, or an assembly with it, is held or sold.';
grant execute on function public.is_claimed to anon, authenticated, service_role;

create function public.add_claim_jobs(of_parts uuid[]) returns void
  language sql
  set search_path = ''
as $$
  select public.add_job('follow-claims', json_build_object('partId', part), 'claims:' || part)
  from unnest(of_parts) as part order by part
$$;
comment on function public.add_claim_jobs is
  'Adds the jobs by which the relatives of parts follow. Each part has its own, so that no sale waits for another one.';

-- A part that is held or sold claims its pieces. It changes no other part, because a purchase has locked its parts in the order
-- of their ids. Claims are written in the order of their ids too. A sale fails if another part has a piece. People and files that
-- enter a stock of 0, also for an assembly and its pieces at once, take what is left. Security definer: nobody may write claims.
create function public.claim_pieces() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  gone uuid[];
  back uuid[];
  is_sale boolean;
begin
  if current_setting('partyard.follows_claims', true) = 'on' then return null; end if;
  select array_agg(id) filter (where not is_available), array_agg(id) filter (where is_available), bool_or(is_held)
  into gone, back, is_sale
  from (
    select after.id, after.stock_quantity > after.stock_held as is_available, after.stock_held > before.stock_held as is_held
    from new_parts as after join old_parts as before using (id)
    where (after.stock_quantity > after.stock_held) <> (before.stock_quantity > before.stock_held)
      and (exists (select from public.part_pieces where assembly_id = after.id)
        or exists (select from public.part_pieces where piece_id = after.id))
  ) as parts;
  if back is not null then
    delete from public.piece_claims where part_id = any (back);
  end if;
  if gone is not null and (is_sale or current_setting('role') = 'service_role') then
    insert into public.piece_claims (piece_id, part_id)
    select piece, part from unnest(gone) as part, unnest(public.claims_of(part)) as piece order by piece;
  elsif gone is not null then
    insert into public.piece_claims (piece_id, part_id)
    select piece, part from unnest(gone) as part, unnest(public.claims_of(part)) as piece order by piece
    on conflict do nothing;
  end if;
  if gone is not null or back is not null then
    perform public.add_claim_jobs(gone || back);
  end if;
  return null;
end
$$;
create trigger claim_pieces after update on public.parts_catalog
  referencing old table as old_parts new table as new_parts
  for each statement execute function public.claim_pieces();

-- A part that comes back, to the shop or as a draft, claims nothing. Security definer, as claim_pieces.
create function public.release_pieces() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  back uuid[];
begin
  if current_setting('partyard.follows_claims', true) = 'on' then return null; end if;
  select array_agg(id) into back from new_parts
  where stock_quantity > stock_held
    and (exists (select from public.part_pieces where assembly_id = id)
      or exists (select from public.part_pieces where piece_id = id));
  if back is not null then
    delete from public.piece_claims where part_id = any (back);
    perform public.add_claim_jobs(back);
  end if;
  return null;
end
$$;
create trigger release_pieces after insert on public.parts_catalog
  referencing new table as new_parts
  for each statement execute function public.release_pieces();
create trigger release_pieces after update on public.hidden_parts
  referencing new table as new_parts
  for each statement execute function public.release_pieces();

-- Security definer: nobody may write claimed stock, or change the stock of hidden parts for the shop.
create function public.follow_claims(of_part uuid) returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  near constant uuid[] := array(
    select of_part
    union select piece_id from public.part_pieces where assembly_id = of_part
    union select assembly_id from public.part_pieces where piece_id = of_part
    union select other.assembly_id from public.part_pieces as own join public.part_pieces as other using (piece_id)
      where own.assembly_id = of_part
  );
begin
  perform from public.parts_catalog where id = any (near) order by id for no key update;
  perform from public.hidden_parts where id = any (near) order by id for no key update;
  -- These changes are no sales.
  perform set_config('partyard.follows_claims', 'on', true);
  with gone as (
    select id, stock_quantity - stock_held as units from public.parts_catalog
    where id = any (near) and stock_quantity > stock_held and public.is_claimed(id)
  ),
  kept as (
    insert into public.claimed_stock as claimed (part_id, units) select id, units from gone
    on conflict (part_id) do update set units = greatest(claimed.units, excluded.units)
  )
  update public.parts_catalog as part set stock_quantity = stock_held from gone where part.id = gone.id;
  with free as (
    delete from public.claimed_stock as claimed
    where part_id = any (near) and not public.is_claimed(part_id)
      and (exists (select from public.parts_catalog where id = claimed.part_id)
        or exists (select from public.hidden_parts where id = claimed.part_id))
    returning part_id, units
  ),
  shown as (
    update public.parts_catalog as part set stock_quantity = stock_quantity + units from free where part.id = part_id
  )
  update public.hidden_parts as part set stock_quantity = stock_quantity + units from free where part.id = part_id;
  perform set_config('partyard.follows_claims', 'off', true);
end
$$;
comment on function public.follow_claims is
  'Takes the relatives of a part out of stock while a claim keeps them from being sold, and gives them back when it ends.';
grant execute on function public.follow_claims to service_role;

-- Security definer: nobody else may write pieces, claims and jobs.
create function public.change_pieces(assembly uuid, add_pieces uuid[], remove_pieces uuid[]) returns text
  language plpgsql security definer
  set search_path = ''
as $$
declare
  car constant text := (select donor_key from public.part_private_facts where part_id = assembly);
  removed uuid[];
  added uuid[];
begin
  if not public.is_staff() then
    raise exception 'Only staff may say what an assembly consists of' using errcode = '42501';
  end if;
  if car is null then return 'car'; end if;
  -- One after the other for each car, so that no piece becomes an assembly meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('pieces ' || car, 0));
  removed := array(
    select piece_id from public.part_pieces where assembly_id = assembly and piece_id = any (remove_pieces)
  );
  added := array(
    select piece from unnest(add_pieces) as piece
    except select piece_id from public.part_pieces where assembly_id = assembly
  );
  -- Sales of these parts wait.
  perform from public.parts_catalog where id = any (added || removed || assembly) order by id for no key update;
  perform from public.hidden_parts where id = any (added || removed || assembly) order by id for no key update;
  if cardinality(added) > 0 then
    if exists (select from public.part_pieces where piece_id = assembly or assembly_id = any (added)) then
      return 'nested';
    end if;
    if exists (
      select from unnest(added) as piece
      where piece = assembly
        or not exists (select from public.part_private_facts where part_id = piece and donor_key = car)
    ) then
      return 'car';
    end if;
    if exists (
      select from unnest(added || assembly) as part
      where public.is_claimed(part) or not exists (
        select from public.parts_catalog where id = part and stock_quantity = 1 and stock_held = 0
        union all select from public.hidden_parts where id = part and stock_quantity = 1
      )
    ) then
      return 'stock';
    end if;
  end if;
  delete from public.part_pieces where assembly_id = assembly and piece_id = any (removed);
  delete from public.piece_claims as claim
  where piece_id = any (removed) and (
    part_id = assembly
    or part_id = piece_id and not exists (select from public.part_pieces where piece_id = claim.piece_id)
  );
  insert into public.part_pieces (assembly_id, piece_id) select assembly, piece from unnest(added) as piece;
  perform public.add_claim_jobs(removed || assembly);
  return null;
end
$$;
comment on function public.change_pieces is
  'For staff: says what an assembly consists of. Refuses with car: the part, or one of another car. nested: a piece that has pieces, or an assembly that is one. stock: a new piece or the assembly is not in stock exactly once.';
grant execute on function public.change_pieces to authenticated;

-- Row-level security keeps conditions with functions of columns from using an index, so the list of cars is searched by stored
-- columns. A VIN is found by its end, which begins the reversed one.
alter table public.yard_vehicles add column vin_reversed text collate "C" generated always as (reverse(vin)) stored;
create index yard_vehicles_vin_reversed_idx on public.yard_vehicles (vin_reversed);
drop index public.yard_vehicles_vin_end_idx;
alter table public.yard_vehicles add column make_key text collate "C" generated always as (lower(make)) stored;
alter table public.yard_vehicles add column model_key text collate "C" generated always as (lower(model)) stored;
create index yard_vehicles_make_key_idx on public.yard_vehicles (make_key);
create index yard_vehicles_model_key_idx on public.yard_vehicles (model_key);
alter table public.yard_vehicles add column plate_key text generated always as (upper(plate)) stored;
create index yard_vehicles_plate_key_idx on public.yard_vehicles (plate_key) where plate_key is not null;
drop index public.yard_vehicles_plate_idx;
