/** The page size. The GraphQL query repeats this number. */
export const ordersPerPage = 10
/** The longest search, in UTF-16 code units (`String.length`). The API refuses longer ones. */
export const longestSearch = 100

/** The two lists, as the address names them. */
export const orderStates = ['inProgress', 'history'] as const
export type OrderState = (typeof orderStates)[number]

/** What the address says about the list of orders. */
export interface OrdersAddress {
  readonly state: OrderState
  /** From 1. */
  readonly page: number
  /** Empty: all orders. */
  readonly search: string
  /** Null: all years. */
  readonly year: number | null
}

/** Reads the address; parameters that are missing or not valid have their defaults. @param search such as `?page=2` */
export function readOrdersAddress(search: string): OrdersAddress {
  const parameters = new URLSearchParams(search)
  return {
    state: parameters.get('order_state') === 'history' ? 'history' : 'inProgress',
    page: wholeNumber(parameters.get('page'), 5) ?? 1,
    search: (parameters.get('search') ?? '').slice(0, longestSearch),
    year: yearOf(parameters.get('year')),
  }
}

/** The query string for a list of orders. Defaults are left out; other parameters are kept. */
export function writeOrdersAddress(current: string, { state, page, search, year }: OrdersAddress): string {
  const parameters = new URLSearchParams(current)
  const write = (name: string, value: string | null) => {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  write('order_state', state === 'inProgress' ? null : state)
  write('page', page === 1 ? null : String(page))
  write('search', search === '' ? null : search)
  write('year', year === null ? null : String(year))
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** The variables of the page's query. */
export function ordersVariables({ state, page, search, year }: OrdersAddress) {
  return {
    list: state === 'history' ? ('HISTORY' as const) : ('IN_PROGRESS' as const),
    search: search.trim() || null,
    year,
    skip: (page - 1) * ordersPerPage,
  }
}

/** A year that the API accepts; null for anything else. */
function yearOf(text: string | null): number | null {
  return text !== null && /^[12]\d{3}$/.test(text) ? Number(text) : null
}

/** Reads a positive whole number of at most `digits` digits; null for anything else. */
function wholeNumber(text: string | null, digits: number): number | null {
  return text !== null && new RegExp(`^[1-9]\\d{0,${digits - 1}}$`).test(text) ? Number(text) : null
}
