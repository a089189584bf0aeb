const maxCharacters = 255
const maxExtensionCharacters = 16

/**
 * The name under which a photo is shown and downloaded: the last part of a path, without control characters and marks
 * that reverse the direction of text. At most 255 characters; the extension is kept.
 */
export function cleanFileName(name: string | null | undefined): string {
  const base = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = base
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu, '')
    .trim()
  const clean = /^\.*$/u.test(visible) ? 'photo' : visible
  return shorten(clean)
}

function shorten(name: string): string {
  const characters = [...new Intl.Segmenter().segment(name)].map((part) => part.segment)
  if (name.length <= maxCharacters) return name
  const dot = characters.lastIndexOf('.')
  const extension = dot > 0 && characters.length - dot <= maxExtensionCharacters ? characters.slice(dot) : []
  const stem = characters.slice(0, extension.length > 0 ? dot : undefined)
  const room = maxCharacters - extension.join('').length
  let kept = ''
  for (const character of stem) {
    if (kept.length + character.length > room) break
    kept += character
  }
  return kept + extension.join('')
}
