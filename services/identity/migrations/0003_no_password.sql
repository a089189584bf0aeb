-- Null: the account has no password, such as a demo account while the demo is off.
alter table accounts alter column password_hash drop not null;
