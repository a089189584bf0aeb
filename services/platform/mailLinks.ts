/** The full stops of all scripts that browsers accept in host names. */
const dot = '.。．｡'

/** A full stop that may be inside a host name: not after a number or an initial, and not part of an ellipsis. */
const dotOfHost = `[^\\s${dot}][${dot}](?=\\p{L}{2})`

/** A host, an e-mail address, a scheme, or an IP address. */
const link = new RegExp(`[/:@]|${dotOfHost}|\\p{N}{1,3}(?:[${dot}]\\p{N}{1,3}){3}`, 'u')

/** The positions after the full stops of a host name, the colon of a scheme, and an @. */
const placesInLinks = new RegExp(`(?<=${dotOfHost})|(?<=\\p{L}:)(?=[^\\s:])|(?<=\\S@)(?=\\S)`, 'gu')

/**
 * Zero-width non-joiner. Host names with this character are invalid (UTS 46), so a link that a mail program makes in
 * spite of it leads nowhere. A word joiner would not help, because browsers ignore it in host names.
 */
const separator = '\u200c'

/** Whether a mail program could make a link from one line of text, such as a name. */
export function couldBeLink(line: string): boolean {
  return link.test(line.normalize('NFKC'))
}

/**
 * Returns text that looks the same, but in which mail programs find no working link. Used for what a customer writes to
 * a stranger, because mail programs turn plain text into links, even in HTML.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(placesInLinks, separator)
}
