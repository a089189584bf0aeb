-- For the search for imports that no worker holds. The row of an import stays when the import has ended.
create index imports_started on imports (owner_id) where state = 'started';
