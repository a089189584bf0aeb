import { visibleLine } from './visibleText.ts'

/** The maximum length of a passkey's name, in UTF-16 code units (`String.length`). */
export const longestPasskeyName = 60

/** Returns the name to store: one line without invisible characters. Empty if nothing visible was typed. */
export function cleanPasskeyName(name: string): string {
  return visibleLine(name).trim()
}

/** Whether a passkey can have this name. */
export function isPasskeyName(name: string): boolean {
  const clean = cleanPasskeyName(name)
  return clean !== '' && clean.length <= longestPasskeyName
}
