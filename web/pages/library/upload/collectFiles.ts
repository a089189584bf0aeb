import type { DropZoneProps } from 'react-aria-components/DropZone'
import { checkFile, isSystemFile } from './fileChecks.ts'

type DropItem = Parameters<NonNullable<DropZoneProps['onDrop']>>[0]['items'][number]

/** The dropped or chosen files. `leftOut` counts files in folders that are clearly not photos. */
export interface CollectedFiles {
  readonly files: File[]
  readonly leftOut: number
}

/** Collects the dropped files, including those in folders. A folder that cannot be read counts as empty. */
export async function collectDropped(items: readonly DropItem[]): Promise<CollectedFiles> {
  const chosen: File[] = []
  const fromFolders: File[] = []
  for (const item of items) {
    if (item.kind === 'file') chosen.push(await item.getFile())
    if (item.kind === 'directory') await collectFolder(item, fromFolders)
  }
  const { files, leftOut } = collectFromFolder(fromFolders)
  return { files: [...chosen, ...files], leftOut }
}

/**
 * Keeps the files of a folder that may be photos. Other files are only counted, because the user did not choose them
 * one by one.
 */
export function collectFromFolder(all: readonly File[]): CollectedFiles {
  const visible = all.filter(({ name }) => !isSystemFile(name))
  const files = visible.filter((file) => checkFile(file, null) !== 'UNSUPPORTED_TYPE')
  return { files, leftOut: visible.length - files.length }
}

async function collectFolder(folder: Extract<DropItem, { kind: 'directory' }>, into: File[]): Promise<void> {
  try {
    for await (const entry of folder.getEntries()) {
      if (entry.kind === 'file') into.push(await entry.getFile())
      else await collectFolder(entry, into)
    }
  } catch {
    // No permission, or the folder was removed: keeps the files read so far.
  }
}
