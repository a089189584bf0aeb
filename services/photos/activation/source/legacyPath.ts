import { isAscii, isUtf8 } from 'node:buffer'

const longestFolder = 320
const longestPath = 4_000
/** Before a path whose bytes are not UTF-8: a character for each byte. */
const byteMark = 'latin1:'

/** Whether a name can be that of the folder of one older library, and of nothing else. */
export function isFolderName(name: string): boolean {
  return name !== '' && name.length <= longestFolder && !name.startsWith('.') && !/[/\\\p{Cc}]/u.test(name)
}

/** Whether a path can be that of a file of an older library: below `files/`, and never back out of it. */
export function isFilePath(path: string): boolean {
  if (path.length > longestPath || path.includes('\0')) return false
  const [first, ...rest] = withoutMark(path).split('/')
  return first === 'files' && rest.length > 0 && rest.every((part) => part !== '' && part !== '.' && part !== '..')
}

/** A path as text that `pathBytes` turns back into the same bytes. */
export function pathText(bytes: Buffer): string {
  const text = bytes.toString()
  return isUtf8(bytes) && !text.startsWith(byteMark) ? text : byteMark + bytes.toString('latin1')
}

/** The bytes of a path, as the file system has them. */
export function pathBytes(path: string): Buffer {
  return path.startsWith(byteMark) ? Buffer.from(withoutMark(path), 'latin1') : Buffer.from(path)
}

/**
 * How else the same path may be written where the files are: accents as letters of their own or not, and as Latin-1. What
 * tells of files and what has them need not agree.
 */
export function otherSpellings(path: string): string[] {
  if (path.startsWith(byteMark) || isAscii(Buffer.from(path))) return []
  const isLatin1 = Buffer.from(path, 'latin1').toString('latin1') === path
  const spellings = [path.normalize('NFC'), path.normalize('NFD'), ...(isLatin1 ? [byteMark + path] : [])]
  return [...new Set(spellings)].filter((spelling) => spelling !== path)
}

/** What a file is called that nobody gave a name: the last part of its path. */
export function nameOfPath(path: string): string {
  return withoutMark(path).split('/').at(-1) ?? ''
}

function withoutMark(path: string): string {
  return path.startsWith(byteMark) ? path.slice(byteMark.length) : path
}
