/** A planned file of an export: a sequence of photos. */
export interface PlannedChunk {
  /** Counts from 1. */
  readonly number: number
  readonly firstPhoto: number
  readonly lastPhoto: number
  /** The total size of its photos in bytes. */
  readonly contentBytes: number
  /** The estimated size of the file in bytes. */
  readonly fileBytes: number
}

/** A photo to place in a file. */
export interface Placeable {
  /** Its number in the export, from 1. */
  readonly number: number
  readonly path: string
  readonly size: number
}

/**
 * Maximum number of photos in one file, because the archive's central directory stays in memory until the file is
 * complete, and because customers must find their photos in the file.
 */
const maximumPhotos = 20_000
/**
 * An upper bound, in bytes, for the size of the records about one photo in the archive. The path of the photo is not
 * included; the records contain it twice.
 */
const recordBytes = 150

/**
 * Places photos in files, in order. The open file, which is the last one so far, is filled first. A file is full when
 * the next photo would exceed the limit. A single photo above the limit gets its own file.
 * @returns the new and enlarged files; the last one is still open
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
    const hasRoom = current && current.fileBytes + bytes <= limit && number - current.firstPhoto < maximumPhotos
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
