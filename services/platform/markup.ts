/** Escapes text for HTML, in content and in quoted attributes. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/**
 * Turns URLs in escaped text into links. A URL ends at the next space, so no full stop may follow it.
 * @param attributes further attributes of the links
 */
export function linkAddresses(escaped: string, attributes = ''): string {
  const more = attributes === '' ? '' : ` ${attributes}`
  return escaped.replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}"${more}>${url}</a>`)
}
