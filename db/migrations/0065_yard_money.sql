-- What a car brought besides its parts: its hulk, its scrap, its cores. And how much it weighed when it left.
alter table public.yard_costs
  add column direction text not null default 'paid',
  add constraint yard_costs_direction_known check (direction in ('paid', 'received'));
comment on table public.yard_costs is
  'What was paid for each car: the price, fees, towing. And what was received for it besides its parts: hulk, scrap, cores.';
comment on column public.yard_costs.direction is 'paid, or received.';
comment on column public.yard_costs.payee is 'Who was paid, or who paid.';
grant insert (direction) on public.yard_costs to authenticated;
-- A job forgets who was paid (0059_yard_papers.sql).
grant select (direction) on public.yard_costs to service_role;

alter table public.yard_vehicles
  add column weight_pounds integer,
  add column ticket text,
  add constraint yard_vehicles_weight_bounded check (weight_pounds between 1 and 100000),
  add constraint yard_vehicles_ticket_bounded check (length(ticket) <= 40);
comment on column public.yard_vehicles.weight_pounds is 'On the scale when it left.';
comment on column public.yard_vehicles.ticket is 'The number of the scale''s ticket.';
create index yard_vehicles_possession_idx on public.yard_vehicles (possession_on, id) where possession_on is not null;
