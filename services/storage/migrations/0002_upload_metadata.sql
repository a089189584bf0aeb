-- Upload-Metadata as the client sent it: tus repeats it word for word.
alter table uploads add column metadata text;
