-- Programs of the owner read cars (docs/api.md). Sellers and costs are in other tables, which no key reads.
alter table public.api_keys drop constraint api_keys_scopes_known;
alter table public.api_keys add constraint api_keys_scopes_known check (
  scopes <@ '{parts:read,parts:private,parts:write,stock:write,prices:write,orders:read,vehicles:read}'
  and cardinality(scopes) > 0
);
create policy "Keys can read cars" on public.yard_vehicles
  for select to api_client using ((select public.api_key_may('{vehicles:read}')));
grant select on public.yard_vehicles to api_client;
create index yard_vehicles_updated_at_idx on public.yard_vehicles (updated_at, id);
