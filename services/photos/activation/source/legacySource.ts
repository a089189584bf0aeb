import type { Readable } from 'node:stream'

/**
 * Storage of older libraries. Each library has its own folder with `library.json`, which lists albums and file names,
 * and the files below `files/`. Any failure other than a missing file is a failure of the source.
 */
export interface LegacySource {
  /** True if the folder holds an older library. */
  has(folder: string): Promise<boolean>
  /** The content of `library.json`; null if the file does not exist. */
  index(folder: string): Promise<Readable | null>
  /** The paths of all existing files, page by page. Each begins with `files/`. */
  files(folder: string): AsyncIterable<readonly string[]>
  /** Null if there is no such file, or the path leads out of the folder. */
  open(folder: string, path: string): Promise<LegacyFile | null>
}

/** A file of an older library. */
export interface LegacyFile {
  readonly size: number
  /** Destroy this stream unless you read it to its end. */
  readonly content: Readable
}
