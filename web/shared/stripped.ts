export const strippedFlag = 'stripped'

/** Whether the shell's chrome is hidden: `?stripped`, with any value but `false`. */
export function isStripped(search: string): boolean {
  const value = new URLSearchParams(search).get(strippedFlag)
  return value !== null && value !== 'false'
}
