/** The longest e-mail address, in characters. */
const longestAddress = 254

/**
 * Whether a text is an e-mail address that we send mail to. The text must have its form for comparison: trimmed, and in
 * Unicode form NFKC. White space and control characters are refused, so an address cannot add headers to a mail.
 */
export function isEmailAddress(text: string): boolean {
  const wellFormed = /^[^\s@<>"(),:;\\[\]\p{Cc}]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.[\p{L}\p{N}-]{2,}$/u
  return text.length <= longestAddress && !text.includes('..') && wellFormed.test(text)
}
