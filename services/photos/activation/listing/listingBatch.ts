import { type Transaction, sql } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { nameOfPath } from '../source/legacyPath.ts'
import type { PhotosTables } from '../../tables.ts'
import type { IndexFact } from './libraryIndex.ts'

const fullRows = 500
const longestName = 1_000

interface Named {
  name?: string
  created?: string
}

/** The part of an older library that was read but is not written yet. One statement writes a few hundred rows. */
export class ListingBatch {
  #number = 0
  #rows = 0
  /** The files by path. The name is null until `library.json` gives one. */
  #files = new Map<string, { readonly number: number; name: string | null }>()
  #albumFiles: { album: number; place: number; path: string }[] = []
  #albums = new Map<number, Named>()
  /** The entry of the list `files` of `library.json` that is being read. Its path and name arrive as separate facts. */
  #entry: { index: number; path?: string; name?: string } = { index: -1 }

  get isFull(): boolean {
    return this.#rows >= fullRows
  }

  add(fact: IndexFact): void {
    this.#rows += 1
    if (fact.kind === 'file') this.#addPart(fact)
    else if (fact.kind === 'album') this.#album(fact.album)[fact.part] = clean(fact.text)
    else {
      const path = clean(fact.path)
      this.#album(fact.album)
      this.#file(path)
      this.#albumFiles.push({ album: fact.album, place: fact.place, path })
    }
  }

  /** Adds a file that exists in storage, whether or not `library.json` names it. */
  addFound(path: string): void {
    this.#rows += 1
    this.#file(path)
  }

  #addPart({ index, part, text }: Extract<IndexFact, { kind: 'file' }>): void {
    if (this.#entry.index !== index) this.#entry = { index }
    this.#entry[part] = clean(text)
    const { path, name } = this.#entry
    if (path === undefined) return
    const file = this.#file(path)
    if (name !== undefined) file.name = name.slice(0, longestName)
  }

  #album(position: number): Named {
    const album = this.#albums.get(position) ?? {}
    this.#albums.set(position, album)
    return album
  }

  #file(path: string): { name: string | null } {
    const known = this.#files.get(path)
    if (known) return known
    const file = { number: this.#number, name: null }
    this.#number += 1
    this.#files.set(path, file)
    return file
  }

  /** Writes the whole batch and empties it. Adds missing names and dates to rows that earlier batches wrote. */
  async write(change: Transaction<PhotosTables>, ownerId: string): Promise<void> {
    await this.#writeFiles(change, ownerId)
    await this.#writeAlbums(change, ownerId)
    await this.#writeAlbumFiles(change, ownerId)
    this.#rows = 0
    this.#files.clear()
    this.#albums.clear()
    this.#albumFiles = []
  }

  async #writeFiles(change: Transaction<PhotosTables>, ownerId: string): Promise<void> {
    const files = [...this.#files].map(([path, { number, name }]) => ({
      id: fileId(ownerId, path),
      path,
      number,
      name,
    }))
    if (files.length === 0) return
    await sql`
      with given as materialized (
        select * from unnest(
          ${files.map(({ id }) => id)}::uuid[], ${files.map(({ number }) => number)}::integer[],
          ${files.map(({ path }) => path)}::text[], ${files.map(({ name }) => name)}::text[],
          ${files.map(({ path }) => nameOfPath(path).slice(0, longestName))}::text[]
        ) as given (id, number, path, name, usual_name)
      ), renamed as (
        update photos.import_files set file_name = given.name from given
        where import_files.id = given.id and given.name is not null
      ), added as (
        insert into photos.import_files (id, owner_id, number, path, file_name, upload_id)
        select id, ${ownerId}, number, path, coalesce(name, usual_name), id from given
        on conflict (id) do nothing returning 1
      )
      update photos.imports set found_count = found_count + (select count(*) from added),
        progressed_at = clock_timestamp()
      where owner_id = ${ownerId}`.execute(change)
  }

  async #writeAlbums(change: Transaction<PhotosTables>, ownerId: string): Promise<void> {
    const albums = [...this.#albums].map(([position, { name, created }]) => ({
      position,
      name: name === undefined ? null : name.slice(0, longestName),
      created: created === undefined ? null : timeOf(created),
    }))
    if (albums.length === 0) return
    await sql`
      insert into photos.import_albums as known (owner_id, position, name, created_at)
      select ${ownerId}, given.position, coalesce(given.name, ''), given.created
      from unnest(
        ${albums.map(({ position }) => position)}::integer[], ${albums.map(({ name }) => name)}::text[],
        ${albums.map(({ created }) => created)}::timestamptz[]
      ) as given (position, name, created)
      on conflict (owner_id, position) do update
        set name = coalesce(nullif(excluded.name, ''), known.name),
          created_at = coalesce(excluded.created_at, known.created_at)`.execute(change)
  }

  async #writeAlbumFiles(change: Transaction<PhotosTables>, ownerId: string): Promise<void> {
    if (this.#albumFiles.length === 0) return
    await sql`
      with added as (
        insert into photos.import_album_files (owner_id, album, place, file)
        select ${ownerId}, given.album, given.place, given.file
        from unnest(
          ${this.#albumFiles.map(({ album }) => album)}::integer[], ${this.#albumFiles.map(({ place }) => place)}::integer[],
          ${this.#albumFiles.map(({ path }) => fileId(ownerId, path))}::uuid[]
        ) as given (album, place, file)
        on conflict do nothing returning album
      ), counts as (
        select album, count(*) as count from added group by album
      )
      update photos.import_albums set found_count = found_count + counts.count from counts
      where owner_id = ${ownerId} and position = counts.album`.execute(change)
  }
}

/** The id of a file. It is derived from account and path, so that a file found again gets the same id. */
function fileId(ownerId: string, path: string): string {
  return uuidv5(path, ownerId)
}

/** Replaces what PostgreSQL cannot store as text. */
function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}')
}

/** Parses a time. Null if the text is not a date, or is a date that no album can have. */
function timeOf(text: string): string | null {
  const time = Date.parse(text)
  return time >= 0 && time <= Date.now() ? new Date(time).toISOString() : null
}
