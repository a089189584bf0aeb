import type { Refusal } from './uploadTypes.ts'

const photoExtensions = new Set(['jpg', 'jpeg', 'jpe', 'jfif', 'png', 'heic', 'heif', 'hif'])
const photoTypes = new Set(['image/jpeg', 'image/png', 'image/heic', 'image/heif'])

/** The accepted types for file pickers. They include extensions, because not every system knows the type of HEIC. */
export const acceptedFileTypes = [...photoTypes, '.jpg', '.jpeg', '.png', '.heic', '.heif']

/**
 * Checks a file without reading it; later, storage decides by the content. The type is refused if the extension or the
 * media type is known, and neither of them is that of a photo.
 */
export function checkFile(file: { name: string; type: string; size: number }, maxBytes: number | null): Refusal | null {
  if (looksLikeAnotherType(file)) return 'UNSUPPORTED_TYPE'
  if (file.size === 0) return 'EMPTY_FILE'
  if (maxBytes !== null && file.size > maxBytes) return 'FILE_TOO_LARGE'
  return null
}

/** Whether an operating system, not the user, has put the file into the folder. */
export function isSystemFile(name: string): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name)
}

function looksLikeAnotherType({ name, type }: { name: string; type: string }): boolean {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (photoExtensions.has(extension) || photoTypes.has(type.toLowerCase())) return false
  return extension !== '' || type !== ''
}
