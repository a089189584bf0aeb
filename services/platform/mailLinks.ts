/** Full stops of all scripts that browsers accept in the names of hosts. */
const dot = '.。．｡'

/** The full stop of a host: not that of a number or an initial, and not one of three dots. */
const dotOfHost = `[^\\s${dot}][${dot}](?=\\p{L}{2})`

/** A host, an e-mail address, a scheme, or an IP address. */
const link = new RegExp(`[/:@]|${dotOfHost}|\\p{N}{1,3}(?:[${dot}]\\p{N}{1,3}){3}`, 'u')

/** Behind the full stops of hosts, the colon of a scheme, and an @. */
const placesInLinks = new RegExp(`(?<=${dotOfHost})|(?<=\\p{L}:)(?=[^\\s:])|(?<=\\S@)(?=\\S)`, 'gu')

/**
 * Zero-width non-joiner. Other invisible characters would not help: hosts that contain a word joiner are valid, because
 * browsers ignore it. With this character they are invalid (UTS 46), so even a link that is made leads nowhere.
 */
const separator = '\u200c'

/** Whether one line of text, such as a name, could become a link. */
export function couldBeLink(line: string): boolean {
  return link.test(line.normalize('NFKC'))
}

/**
 * Text that looks the same, but in which mail programs find no link that works. For what a customer has written to a
 * stranger: mail programs make links of plain text, also in HTML.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(placesInLinks, separator)
}
