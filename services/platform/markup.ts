/** Text as HTML, between tags and within quotes. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Makes links of the addresses in escaped text. An address is the last word of its sentence, without a full stop. */
export function linkAddresses(escaped: string): string {
  return escaped.replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`)
}
