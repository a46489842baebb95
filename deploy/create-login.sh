#!/bin/sh
# Runs once, when compose.yaml's database is created. The shop's login owns the database and makes logins, but is no
# superuser. The superuser gets no password: it is reached only inside the container.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --set=password="$POSTGRES_PASSWORD" <<'SQL'
create role partyard login createrole password :'password';
create database partyard owner partyard;
alter role current_user password null;
SQL
