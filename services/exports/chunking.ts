/** A file of an export, as it is planned: photos in a row. */
export interface PlannedChunk {
  /** From 1. */
  readonly number: number
  readonly firstPhoto: number
  readonly lastPhoto: number
  /** Bytes of its photos. */
  readonly contentBytes: number
  /** Bytes of the file that they make. */
  readonly fileBytes: number
}

/** A photo that is to be in one of the files. */
export interface Placeable {
  /** In the export, from 1. */
  readonly number: number
  readonly path: string
  readonly size: number
}

/** So many at the most: the directory of an archive is in memory until its end, and people look into archives. */
const mostPhotos = 20_000
/** What an archive says of a file, twice, beside its name; never less than it is. */
const recordBytes = 150

/**
 * Puts photos into files, in order, behind the file that is open: each is filled until the next photo would make it larger
 * than the limit. A photo that is larger by itself has one of its own.
 * @returns those that are new or have become larger, the last of them the open one
 */
export function placePhotos(
  open: PlannedChunk | undefined,
  photos: readonly Placeable[],
  limit: number,
): PlannedChunk[] {
  const changed: PlannedChunk[] = []
  let current = open
  for (const { number, path, size } of photos) {
    const bytes = size + recordBytes + 2 * Buffer.byteLength(path)
    const hasRoom = current && current.fileBytes + bytes <= limit && number - current.firstPhoto < mostPhotos
    if (current && hasRoom) {
      if (changed.at(-1) === current) changed.pop()
      current = {
        ...current,
        lastPhoto: number,
        contentBytes: current.contentBytes + size,
        fileBytes: current.fileBytes + bytes,
      }
    } else {
      current = {
        number: (current?.number ?? 0) + 1,
        firstPhoto: number,
        lastPhoto: number,
        contentBytes: size,
        fileBytes: bytes,
      }
    }
    changed.push(current)
  }
  return changed
}
