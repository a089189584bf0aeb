import type { Refusal } from './uploadTypes.ts'

const photoExtensions = new Set(['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'heic', 'heif', 'hif'])
const photoTypes = new Set(['image/jpeg', 'image/png', 'image/heic', 'image/heif'])

/** For file choosers: the extensions too, because not every system knows HEIC by its type. */
export const acceptedFileTypes = [...photoTypes, '.jpg', '.jpeg', '.png', '.heic', '.heif']

/**
 * What can be told without reading the file; storage decides by content. A file is of the wrong type only when
 * neither its name nor its type speaks for a photo, and one of them speaks against it.
 */
export function checkFile(
  file: { name: string; type: string; size: number },
  largestBytes: number | null,
): Refusal | null {
  if (looksLikeAnotherType(file)) return 'UNSUPPORTED_TYPE'
  if (file.size === 0) return 'EMPTY_FILE'
  if (largestBytes !== null && file.size > largestBytes) return 'FILE_TOO_LARGE'
  return null
}

/** What operating systems leave in folders, and nobody chose. */
export function isSystemFile(name: string): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)
}

function looksLikeAnotherType({ name, type }: { name: string; type: string }): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (photoExtensions.has(extension) || photoTypes.has(type.toLowerCase())) return false
  return extension !== '' || type !== ''
}
