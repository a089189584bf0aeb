-- The queue makes its tables in it. Made here, since two first starts at once would both try.
create schema if not exists jobs;
