import { carryAlong } from '../../../../shared/carryAlong.ts'
import { type SortedView, sortQuery } from './sortPreference.ts'

/**
 * The query of the links from a list to its photos: the order of the list, and the parameters that apply to the whole
 * visit.
 * @param search the query of the list's address
 */
export function photoQuery(view: SortedView, search: string): string {
  return carryAlong(sortQuery(view, new URLSearchParams(search)), search)
}
