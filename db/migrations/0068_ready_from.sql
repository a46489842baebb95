-- Parts on cars that may not be dismantled yet: shoppers see from when on they are ready (docs/yard.md).
create table public.part_ready_days (
  part_id uuid not null,
  ready_from date,
  constraint part_ready_days_pkey primary key (part_id),
  constraint part_ready_days_part_id_fkey foreign key (part_id) references public.parts_catalog (id) on delete cascade
);
comment on table public.part_ready_days is
  'Parts for sale that are on a car which may not be dismantled yet. The job note-ready-days keeps it: the rules of law are not for shoppers.';
comment on column public.part_ready_days.ready_from is 'The first day on which the car may be dismantled. Null: it is not known yet.';
alter table public.part_ready_days enable row level security;
create policy "Everybody can see when parts are ready" on public.part_ready_days
  for select to anon, authenticated, service_role using (true);
create policy "The shop notes when parts are ready" on public.part_ready_days
  for insert to service_role with check (true);
create policy "The shop changes when parts are ready" on public.part_ready_days
  for update to service_role using (true) with check (true);
create policy "The shop forgets when parts were ready" on public.part_ready_days
  for delete to service_role using (true);
grant select on public.part_ready_days to anon, authenticated;
grant select, insert, update (ready_from), delete on public.part_ready_days to service_role;

-- What the job reads of cars and their paper.
create policy "The shop reads papers of cars" on public.yard_papers for select to service_role using (true);
grant select on public.yard_papers to service_role;
create policy "The shop reads overrides" on public.yard_overrides for select to service_role using (true);
grant select (vehicle_id, reason) on public.yard_overrides to service_role;
grant select (stock_number, stock_key, title_kind, title_state, possession_on, holds) on public.yard_vehicles to service_role;
grant select (donor_stock_number, donor_key, yard_state) on public.part_private_facts to service_role;

-- Security definer: the shop's role may not send notifications of parts.
create function public.forget_pages_of_changed_parts() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.notify_of_parts(array(select part_id from changed_rows limit 201));
  return null;
end
$$;
create trigger forget_pages_of_waiting_parts after insert on public.part_ready_days
  referencing new table as changed_rows
  for each statement execute function public.forget_pages_of_changed_parts();
create trigger forget_pages_of_delayed_parts after update on public.part_ready_days
  referencing new table as changed_rows
  for each statement execute function public.forget_pages_of_changed_parts();
create trigger forget_pages_of_ready_parts after delete on public.part_ready_days
  referencing old table as changed_rows
  for each statement execute function public.forget_pages_of_changed_parts();
