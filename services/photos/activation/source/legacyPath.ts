import { isAscii, isUtf8 } from 'node:buffer'

const longestFolder = 320
const longestPath = 4_000
/** Marks a path whose bytes are not UTF-8. After the mark comes one character per byte. */
const byteMark = 'latin1:'

/** True if the name is valid as the folder of one older library, and cannot lead to another folder. */
export function isFolderName(name: string): boolean {
  return name !== '' && name.length <= longestFolder && !name.startsWith('.') && !/[/\\\p{Cc}]/u.test(name)
}

/** True if the path is valid as a file of an older library: below `files/`, without steps upward. */
export function isFilePath(path: string): boolean {
  if (path.length > longestPath || path.includes('\0')) return false
  const [first, ...rest] = withoutMark(path).split('/')
  return first === 'files' && rest.length > 0 && rest.every((part) => part !== '' && part !== '.' && part !== '..')
}

/** A path as text. `pathBytes` turns it back into the same bytes. */
export function pathText(bytes: Buffer): string {
  const text = bytes.toString()
  return isUtf8(bytes) && !text.startsWith(byteMark) ? text : byteMark + bytes.toString('latin1')
}

/** The bytes of a path, as the file system stores them. */
export function pathBytes(path: string): Buffer {
  return path.startsWith(byteMark) ? Buffer.from(withoutMark(path), 'latin1') : Buffer.from(path)
}

/**
 * Other spellings of the same path: accents composed or decomposed, and the whole path as Latin-1. The index and the
 * file system may use different spellings.
 */
export function otherSpellings(path: string): string[] {
  if (path.startsWith(byteMark) || isAscii(Buffer.from(path))) return []
  const isLatin1 = Buffer.from(path, 'latin1').toString('latin1') === path
  const spellings = [path.normalize('NFC'), path.normalize('NFD'), ...(isLatin1 ? [byteMark + path] : [])]
  return [...new Set(spellings)].filter((spelling) => spelling !== path)
}

/** The default name of a file: the last part of its path. */
export function nameOfPath(path: string): string {
  return withoutMark(path).split('/').at(-1) ?? ''
}

function withoutMark(path: string): string {
  return path.startsWith(byteMark) ? path.slice(byteMark.length) : path
}
