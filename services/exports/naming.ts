import { type Transaction, sql } from 'kysely'
import { foldName, numberName, safeName } from '../platform/zip/entryNames.ts'
import type { Original } from './library.ts'
import type { ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

/** Where a photo is in the export: unpacked together, no two files of all the archives are one. */
export interface Place {
  readonly path: string
  readonly foldedPath: string
  readonly foldedBase: string
  readonly copy: number
}

/** So often the next number is tried; then the steps grow, for a library full of `a (2).jpg`, `a (3).jpg`, … */
const patientRounds = 8

interface Wish {
  readonly folder: string
  readonly name: string
  readonly foldedBase: string
  copy: number
}

/** The folder of a photo: `2024/2024-05`, by the month in which it was taken. */
function folderOf(original: Pick<Original, 'dateTaken'>): string {
  const [, year, month] = /^(\d{4,6})-(\d\d)/.exec(original.dateTaken ?? '') ?? []
  return year === undefined ? 'Unknown Date' : `${year}/${year}-${month}`
}

/**
 * Names a page of photos, after those that were named before. Names are compared by the database: a library may have
 * more in one month than are to be held in memory.
 */
export async function namePhotos(
  change: Change,
  backupId: string,
  originals: readonly Original[],
): Promise<(Place & { readonly original: Original })[]> {
  const wishes = new Map(originals.map((original) => [original, wishOf(original)]))
  const copies = await countCopies(change, backupId, [...wishes.values()])
  const named = new Map<Original, Place>()
  const given = new Set<string>()
  for (let round = 1; wishes.size > 0; round += 1) {
    const step = 2 ** Math.max(0, round - patientRounds)
    for (const wish of wishes.values()) {
      wish.copy = (copies.get(wish.foldedBase) ?? 0) + step
      copies.set(wish.foldedBase, wish.copy)
    }
    const taken = await takenOf(change, backupId, [...wishes.values()])
    for (const [original, wish] of wishes) {
      const place = placeOf(wish)
      // A photo may have been called `IMG (2).jpg` by its camera.
      if (taken.has(place.foldedPath) || given.has(place.foldedPath)) continue
      given.add(place.foldedPath)
      named.set(original, place)
      wishes.delete(original)
    }
  }
  return originals.flatMap((original) => {
    const place = named.get(original)
    return place ? [{ original, ...place }] : []
  })
}

function wishOf(original: Original): Wish {
  const folder = folderOf(original)
  const name = safeName(original.fileName)
  return { folder, name, foldedBase: foldName(`${folder}/${name}`), copy: 0 }
}

function placeOf({ folder, name, foldedBase, copy }: Wish): Place {
  const path = `${folder}/${copy === 1 ? name : numberName(name, copy)}`
  return { path, foldedPath: foldName(path), foldedBase, copy }
}

/** How often each name was given before. */
async function countCopies(change: Change, backupId: string, wishes: readonly Wish[]): Promise<Map<string, number>> {
  const bases = [...new Set(wishes.map((wish) => wish.foldedBase))]
  // One look into the index for each: a phone may call all its photos `image.jpg`.
  const { rows } = await sql<{ folded_base: string; copies: number }>`
    select base as folded_base, last.copy as copies from unnest(${bases}::text[]) as base cross join lateral (
      select copy from exports.backup_photos where backup_id = ${backupId} and folded_base = base
      order by copy desc limit 1
    ) as last`.execute(change)
  return new Map(rows.map((row) => [row.folded_base, row.copies]))
}

async function takenOf(change: Change, backupId: string, wishes: readonly Wish[]): Promise<ReadonlySet<string>> {
  const paths = wishes.map((wish) => placeOf(wish).foldedPath)
  const { rows } = await sql<{ folded_path: string }>`
    select folded_path from exports.backup_photos
    where backup_id = ${backupId} and folded_path = any(${paths}::text[])`.execute(change)
  return new Set(rows.map((row) => row.folded_path))
}
