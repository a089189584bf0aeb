import { readCatalogue } from '../platform/catalogue/catalogue.ts'

const brands = new Map(readCatalogue().channels.map(({ id, vendor }) => [id, vendor]))

/** The key of the brand whose shop has this channel. Undefined if no brand has it. */
export function brandOfChannel(channel: string): string | undefined {
  return brands.get(channel)
}
