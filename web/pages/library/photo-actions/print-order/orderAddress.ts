const parameter = 'order'
const prints = 'prints'

/** Whether the address says that photos are being selected for prints: `?order=prints`. */
export function hasPrintOrder(search: string): boolean {
  return new URLSearchParams(search).get(parameter) === prints
}

/** The query string with `order=prints`. */
export function withPrintOrder(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.set(parameter, prints)
  return `?${parameters}`
}

/** The query string without `order`. */
export function withoutPrintOrder(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.delete(parameter)
  return parameters.size === 0 ? '' : `?${parameters}`
}
