-- The owner removes the demo shop's parts in one step, among parts that were added since.
create table public.demo_parts (
  part_id uuid not null,
  constraint demo_parts_pkey primary key (part_id)
);
comment on table public.demo_parts is
  'The parts that the demo shop was loaded with. A deleted part stays here, because it can be restored.';
alter table public.demo_parts enable row level security;
create policy "Admins can read which parts are the demo's" on public.demo_parts
  for select to authenticated using ((select public.is_admin()));
grant select on public.demo_parts to authenticated;

-- They were loaded in one statement, before all others.
insert into public.demo_parts (part_id)
select id from public.parts_catalog
where created_at = (select min(created_at) from public.parts_catalog)
  and exists (select from public.installation_steps where name = 'demo shop');
