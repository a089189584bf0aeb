const parameter = 'page'
/** The highest page number that is accepted in an address, because the services skip at most 9,999 items. */
const lastPage = 999

/** The number of the page that the address names, from 1. Anything but a number counts as the first page. */
export function pageOf(search: string): number {
  const value = new URLSearchParams(search).get(parameter) ?? ''
  return /^[1-9]\d{0,8}$/.test(value) ? Math.min(Number(value), lastPage) : 1
}

/** The address of a page of a list. @param path the address of the first page */
export function pageAddress(path: string, page: number): string {
  return page === 1 ? path : `${path}?${parameter}=${page}`
}
