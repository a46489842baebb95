-- Lists of names as people sort them: numbers by value, capitals like small letters (docs/decisions/0081-without-scripts-and-connection.md).
-- No index uses it: an index would have to be rebuilt after each update of ICU.

create collation public.natural_order (provider = icu, locale = 'en-u-kn-true');
comment on collation public.natural_order is 'Civic before CR-V, F-150 before F-1500.';
