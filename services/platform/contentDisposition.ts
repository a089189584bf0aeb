/** The maximum length of a file name, in Unicode code points. */
const longestName = 200

/**
 * The `Content-Disposition` header that makes a response a download under a name (RFC 6266). `filename*` (RFC 8187)
 * carries the full name for current browsers, `filename` an ASCII form for older ones. Paths and control characters are
 * removed.
 */
export function attachment(fileName: string): string {
  const name = plainFileName(fileName)
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%]/g, '_')
    .trim()
  return `attachment; filename="${ascii === '' || ascii.startsWith('.') ? `download${ascii}` : ascii}"; filename*=UTF-8''${encode(name)}`
}

/**
 * The last part of a path, without characters that a file system or a header cannot hold; `download` if nothing is
 * left.
 */
export function plainFileName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  // Control characters, and marks that reverse the direction of text: such marks could hide the real extension.
  const visible = last.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  const cut = shorten(visible)
  return cut === '' || cut === '.' || cut === '..' ? 'download' : cut
}

/** Shortens the name but keeps its extension, which decides what opens the file. */
function shorten(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, longestName - ending.length).join('') + ending
}

function encode(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
