const tokenName = 'confirmation-token'

/** The token of the mailed link; null if the address has none. */
export function confirmationToken(parameters: URLSearchParams): string | null {
  return parameters.get(tokenName) || null
}

/** The address of the page that a mailed link leads to. @param path the path of that page */
export function confirmationPath(path: string, token: string): string {
  return `${path}?${new URLSearchParams({ [tokenName]: token }).toString()}`
}

/**
 * The address of a page that says why a mailed link did not work.
 * @param path the path of that page
 * @param token set if another attempt can succeed
 */
export function linkErrorPath(path: string, problem: string, token?: string): string {
  const parameters = new URLSearchParams({ problem, ...(token !== undefined && { [tokenName]: token }) })
  return `${path}?${parameters.toString()}`
}
