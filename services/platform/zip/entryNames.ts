import { plainFileName } from '../contentDisposition.ts'

/** Maximum length in bytes. File systems allow 255; the difference is room for a number. */
const longestBytes = 240
const notInWindows = /[<>:"|?*]/g
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** The names in one folder of an archive. They are unique and can be unpacked on every system. */
export class EntryNames {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  /** Keeps the file's own name if possible. A name that is taken gets a number: `IMG (2).jpg`. */
  unique(fileName: string): string {
    const name = safeName(fileName)
    if (this.#take(name)) return name
    const key = foldName(name)
    for (let number = this.#next.get(key) ?? 2; ; number += 1) {
      const numbered = numberName(name, number)
      if (!this.#take(numbered)) continue
      this.#next.set(key, number + 1)
      return numbered
    }
  }

  #take(name: string): boolean {
    const key = foldName(name)
    if (this.#taken.has(key)) return false
    this.#taken.add(key)
    return true
  }
}

/** Folds a name: many file systems treat names that differ only in case or in Unicode composition as equal. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** `IMG (2).jpg`. */
export function numberName(name: string, number: number): string {
  const { stem, ending } = split(name)
  return `${stem} (${number})${ending}`
}

/** A name that every system can unpack. */
export function safeName(fileName: string): string {
  const cut = trimEnd(shorten(trimEnd(plainFileName(fileName).replaceAll(notInWindows, '_'))))
  const name = cut === '' ? 'file' : cut
  return devices.test(name) ? `_${name}` : name
}

/** Windows allows no dot and no space at the end of a name. */
function trimEnd(name: string): string {
  return name.replace(/[. ]+$/, '')
}

function shorten(name: string): string {
  const { stem, ending } = split(name)
  let room = longestBytes - Buffer.byteLength(ending)
  let kept = ''
  for (const character of stem) {
    room -= Buffer.byteLength(character)
    if (room < 0) break
    kept += character
  }
  return kept + ending
}

function split(name: string): { readonly stem: string; readonly ending: string } {
  const ending = /(?<=.)\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}
