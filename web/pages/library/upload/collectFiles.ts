import type { DropZoneProps } from 'react-aria-components/DropZone'
import { checkFile, isSystemFile } from './fileChecks.ts'

type DropItem = Parameters<NonNullable<DropZoneProps['onDrop']>>[0]['items'][number]

/** What was dropped or chosen; `leftOut` counts the files of folders that are obviously no photos. */
export interface CollectedFiles {
  readonly files: File[]
  readonly leftOut: number
}

/** The files among what was dropped, those of folders included. A folder that cannot be read counts as empty. */
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

/** Of a folder, only what may be a photo: nobody chose the rest one by one, so it is counted and not listed. */
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
    // Not permitted, or gone meanwhile: what could be read is taken.
  }
}
