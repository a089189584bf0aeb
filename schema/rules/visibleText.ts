/**
 * Removes characters that are not visible but change how text is shown: marks and controls of the text direction (such
 * as U+202E, which reverses the text after it), line separators, zero-width spaces and byte order marks. The joiners
 * U+200C and U+200D stay: Persian words and emoji need them.
 */
export function visibleText(text: string): string {
  return text.replace(
    /[\p{Zl}\p{Zp}\u{61c}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}\u{2066}-\u{2069}\u{feff}]/gu,
    '',
  )
}

/** One line of visible text. Control characters, which cannot be typed, become spaces. */
export function visibleLine(text: string): string {
  return visibleText(text.replace(/\p{Cc}/gu, ' '))
}
