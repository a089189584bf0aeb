-- False while the address of a new account is not confirmed. Such an address gets no mail.
alter table accounts add column confirmed boolean not null default true;
