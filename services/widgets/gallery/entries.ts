import { type Selectable, sql, type Transaction } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { Problem } from '../../platform/problems.ts'
import { lockReadyWidget } from '../access.ts'
import { isShown } from '../books.ts'
import type { WidgetsContext } from '../context.ts'
import type { GalleryEntriesTable, WidgetsTables } from '../tables.ts'

type Database = WidgetsContext['database']

/** An entry: a book in the gallery of a shop. */
export interface EntryKey {
  readonly accountId: string
  readonly code: string
  readonly channel: string
}

/** What the customer writes about a book, after validation. */
export interface EntryTexts {
  readonly title: string
  readonly description: string
  readonly categoryIds: readonly string[]
}

/** An entry. `isShown`: the gallery shows its book now. */
export type Entry = Selectable<GalleryEntriesTable> & { readonly isShown: boolean }
/** An entry that a gallery shows now. */
export type ShownEntry = Entry & { readonly hasCover: boolean }

const joined = sql`widgets.gallery_entries entry join widgets.widgets on widgets.code = entry.code`

/** The entries of books of the account. */
export async function findEntries(database: Database, accountId: string, codes: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select entry.*, ${isShown} as "isShown" from ${joined}
    where entry.account_id = ${accountId} and entry.code = any(${[...codes]}::text[])
    order by entry.code, entry.channel`.execute(database)
  return rows
}

/** Undefined if the account has no such entry. */
export async function findEntry(
  database: Database,
  { accountId, code, channel }: EntryKey,
): Promise<Entry | undefined> {
  return (await findEntries(database, accountId, [code])).find((entry) => entry.channel === channel)
}

/** The entries that a gallery shows now, newest first. */
export async function listGallery(
  database: Database,
  {
    channel,
    categoryId,
    skip,
    limit,
  }: { channel: string; categoryId?: string | undefined; skip: number; limit: number },
): Promise<{ readonly entries: readonly ShownEntry[]; readonly count: number }> {
  const wanted = sql`entry.channel = ${channel} and ${isShown}
    and (${categoryId ?? null}::text is null or ${categoryId ?? null}::text = any(entry.category_ids))`
  const { rows } = await sql<ShownEntry>`
    select entry.*, true as "isShown", exists (
      select from widgets.widget_pages where widget_pages.code = entry.code and number = 1 and has_picture
    ) as "hasCover" from ${joined} where ${wanted}
    order by entry.published_at desc, entry.code offset ${skip} limit ${limit}`.execute(database)
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${joined} where ${wanted}`.execute(
    database,
  )
  return { entries: rows, count: counted.rows[0]?.count ?? 0 }
}

/**
 * Publishes a book of the account. Of two simultaneous calls, the second is refused with ENTRY_EXISTS.
 * @throws Problem 404, or 409 BLOCKED, NOT_READY or ENTRY_EXISTS
 */
export async function createEntry(
  { database, platform }: WidgetsContext,
  key: EntryKey,
  texts: EntryTexts,
): Promise<Entry> {
  const { accountId, code, channel } = key
  return database.transaction().execute(async (change) => {
    await lockReadyWidget(change, accountId, code)
    const { rows } = await sql`
      select from widgets.gallery_entries where code = ${code} and channel = ${channel}`.execute(change)
    if (rows.length > 0) throw new Problem(409, 'ENTRY_EXISTS', 'The book has an entry in this gallery.')
    await insertEntry(change, key, texts, { id: uuidv4(), brand: platform.brands.ofChannel(channel)?.key ?? null })
    const created = await findEntry(change, key)
    if (!created) throw new Error('An entry is missing in the transaction that created it.')
    return created
  })
}

/** @param link the link of the entry, which is inserted as well, and the key of its brand */
export async function insertEntry(
  change: Transaction<WidgetsTables>,
  { accountId, code, channel }: EntryKey,
  texts: EntryTexts,
  link: { readonly id: string; readonly brand: string | null },
): Promise<void> {
  await sql`
    insert into widgets.links (id, code, account_id, kind, brand)
    values (${link.id}, ${code}, ${accountId}, 'gallery', ${link.brand})`.execute(change)
  await change
    .insertInto('gallery_entries')
    .values({
      code,
      channel,
      account_id: accountId,
      title: texts.title,
      description: texts.description,
      category_ids: [...texts.categoryIds],
      link_id: link.id,
    })
    .execute()
}

/**
 * Replaces the texts of an entry.
 * @param expected the version that was read; null: any version
 * @returns the entry as this call left it; undefined if the account has no such entry
 * @throws Problem 412 if it has another version
 */
export async function replaceEntry(
  database: Database,
  { accountId, code, channel }: EntryKey,
  texts: EntryTexts,
  expected: number | null,
): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    update widgets.gallery_entries entry set title = ${texts.title}, description = ${texts.description},
      category_ids = ${[...texts.categoryIds]}::text[], version = version + 1, changed_at = clock_timestamp()
    from widgets.widgets
    where widgets.code = entry.code
      and entry.account_id = ${accountId} and entry.code = ${code} and entry.channel = ${channel}
      and (${expected}::int is null or entry.version = ${expected}::int)
    returning entry.*, ${isShown} as "isShown"`.execute(database)
  if (rows[0]) return rows[0]
  if (!(await findEntry(database, { accountId, code, channel }))) return undefined
  throw new Problem(412, 'VERSION_CHANGED', 'The entry has changed since it was read.')
}

/** Removes an entry and ends its link. Removing it again changes nothing. */
export async function deleteEntry(database: Database, { accountId, code, channel }: EntryKey): Promise<void> {
  await sql`
    with removed as (
      delete from widgets.gallery_entries
      where account_id = ${accountId} and code = ${code} and channel = ${channel} returning link_id
    )
    update widgets.links set ended_at = coalesce(ended_at, clock_timestamp())
    where id in (select link_id from removed)`.execute(database)
}
