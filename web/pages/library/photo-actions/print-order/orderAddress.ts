const parameter = 'order'
const prints = 'prints'

/** Whether an address asks for prints to be ordered: `?order=prints`. */
export function asksForPrints(search: string): boolean {
  return new URLSearchParams(search).get(parameter) === prints
}

/** The same query, asking for prints. */
export function askForPrints(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(parameter, prints)
  return `?${parameters}`
}

/** The same query, asking for no prints any more. */
export function askForNoPrints(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(parameter)
  return parameters.size === 0 ? '' : `?${parameters}`
}
