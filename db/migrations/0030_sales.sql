-- Alerts of the tab: open ones by when they were raised, settled ones by when they were settled, by pages.

drop index public.alerts_open_created_at_idx;
create index alerts_open_created_at_idx on public.alerts (created_at desc, id desc) where settled_at is null;
create index alerts_settled_at_idx on public.alerts (settled_at desc, id desc) where settled_at is not null;
create index alerts_settled_kind_idx on public.alerts (kind, settled_at desc, id desc) where settled_at is not null;
