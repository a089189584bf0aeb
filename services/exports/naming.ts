import { type Transaction, sql } from 'kysely'
import { foldName, numberName, safeName } from '../platform/zip/entryNames.ts'
import type { Original } from './library.ts'
import type { ExportsTables } from './tables.ts'

type Change = Transaction<ExportsTables>

/**
 * The path of a photo in the export. Paths are unique across all files of an export, because customers unpack all files
 * into one folder.
 */
export interface Place {
  readonly path: string
  /** The path in a form for comparison: equal for paths that a file system may treat as equal. */
  readonly foldedPath: string
  /** The folded path without the number of the copy. */
  readonly foldedBase: string
  /** 1 for the first photo of a name, 2 for `IMG (2).jpg`. */
  readonly copy: number
}

/**
 * How many rounds try consecutive numbers. After these rounds the step doubles with each round, because a library may
 * be full of names such as `a (2).jpg`, `a (3).jpg`, …
 */
const linearRounds = 8

interface Candidate {
  readonly folder: string
  readonly name: string
  readonly foldedBase: string
  copy: number
}

/** The folder of a photo by its month of capture: `2024/2024-05`. */
function folderOf(original: Pick<Original, 'dateTaken'>): string {
  const [, year, month] = /^(\d{4,6})-(\d\d)/.exec(original.dateTaken ?? '') ?? []
  return year === undefined ? 'Unknown Date' : `${year}/${year}-${month}`
}

/**
 * Gives each photo of a page a path that no photo of this page or an earlier page has. The database compares the paths,
 * because one month may have too many photos for the memory.
 */
export async function namePhotos(
  change: Change,
  backupId: string,
  originals: readonly Original[],
): Promise<(Place & { readonly original: Original })[]> {
  const candidates = new Map(originals.map((original) => [original, candidateOf(original)]))
  const copies = await findLastCopies(change, backupId, [...candidates.values()])
  const named = new Map<Original, Place>()
  const given = new Set<string>()
  for (let round = 1; candidates.size > 0; round += 1) {
    const step = 2 ** Math.max(0, round - linearRounds)
    for (const candidate of candidates.values()) {
      candidate.copy = (copies.get(candidate.foldedBase) ?? 0) + step
      copies.set(candidate.foldedBase, candidate.copy)
    }
    const taken = await findTaken(change, backupId, [...candidates.values()])
    for (const [original, candidate] of candidates) {
      const place = placeOf(candidate)
      // The name may be taken: a camera may have named its photo `IMG (2).jpg`.
      if (taken.has(place.foldedPath) || given.has(place.foldedPath)) continue
      given.add(place.foldedPath)
      named.set(original, place)
      candidates.delete(original)
    }
  }
  return originals.flatMap((original) => {
    const place = named.get(original)
    return place ? [{ original, ...place }] : []
  })
}

function candidateOf(original: Original): Candidate {
  const folder = folderOf(original)
  const name = safeName(original.fileName)
  return { folder, name, foldedBase: foldName(`${folder}/${name}`), copy: 0 }
}

function placeOf({ folder, name, foldedBase, copy }: Candidate): Place {
  const path = `${folder}/${copy === 1 ? name : numberName(name, copy)}`
  return { path, foldedPath: foldName(path), foldedBase, copy }
}

/** Reads the highest copy number of each name so far. */
async function findLastCopies(
  change: Change,
  backupId: string,
  candidates: readonly Candidate[],
): Promise<Map<string, number>> {
  const bases = [...new Set(candidates.map((candidate) => candidate.foldedBase))]
  // One index lookup per name, because a phone may name all its photos `image.jpg`.
  const { rows } = await sql<{ folded_base: string; copies: number }>`
    select base as folded_base, last.copy as copies from unnest(${bases}::text[]) as base cross join lateral (
      select copy from exports.backup_photos where backup_id = ${backupId} and folded_base = base
      order by copy desc limit 1
    ) as last`.execute(change)
  return new Map(rows.map((row) => [row.folded_base, row.copies]))
}

async function findTaken(
  change: Change,
  backupId: string,
  candidates: readonly Candidate[],
): Promise<ReadonlySet<string>> {
  const paths = candidates.map((candidate) => placeOf(candidate).foldedPath)
  const { rows } = await sql<{ folded_path: string }>`
    select folded_path from exports.backup_photos
    where backup_id = ${backupId} and folded_path = any(${paths}::text[])`.execute(change)
  return new Set(rows.map((row) => row.folded_path))
}
