import { visibleText } from '../../schema/rules/visibleText.ts'

const maxCharacters = 255

/**
 * The name under which a photo is shown and downloaded: the last part of a path, without control characters and marks
 * that reverse the direction of text. At most 255 characters; the extension is kept.
 */
export function cleanFileName(name: string | null | undefined): string {
  const base = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = visibleText(base.replace(/\p{Cc}/gu, '')).trim()
  const clean = /^\.*$/u.test(visible) ? 'photo' : visible
  return shorten(clean)
}

function shorten(name: string): string {
  if (name.length <= maxCharacters) return name
  const [extension = ''] = /\.[^.]{1,15}$/.exec(name) ?? []
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (kept.length + segment.length + extension.length > maxCharacters) break
    kept += segment
  }
  return kept + extension
}
