import { createFolderSource } from './folderSource.ts'
import type { Readable } from 'node:stream'
import type { LegacyConfig } from '../../../platform/platform.ts'

/**
 * Where older libraries are kept, each in a folder of its own: `library.json`, which tells of its albums and of the names
 * of its files, and the files below `files/`. What fails but for a file that is not there is the source's own trouble.
 */
export interface LegacySource {
  /** Whether there is an older library in the folder. */
  has(folder: string): Promise<boolean>
  /** The content of `library.json`; null when there is none. */
  index(folder: string): Promise<Readable | null>
  /** The paths of all files that are there, page by page, each beginning with `files/`. */
  files(folder: string): AsyncIterable<readonly string[]>
  /** Null when there is no such file, or the path leads elsewhere. */
  open(folder: string, path: string): Promise<LegacyFile | null>
}

/** A file of an older library. */
export interface LegacyFile {
  readonly size: number
  /** Destroy it when it is not read to its end. */
  readonly content: Readable
}

/** The source of the configuration; what reads S3 is loaded where it is needed. */
export async function createLegacySource(config: LegacyConfig): Promise<LegacySource> {
  if (config.kind === 'folder') return createFolderSource(config.path)
  const { createS3Source } = await import('./s3Source.ts')
  return createS3Source(config)
}
