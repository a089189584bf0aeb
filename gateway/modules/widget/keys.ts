import { z } from 'zod'
import { keyOf } from '../../relay/globalId.ts'
import type { EntryPlace } from '../../upstream/widgets/galleryClient.ts'

/* The service finds a link or an entry by two ids. Each id may be any text, so a key contains both as JSON. */

const pairSchema = z.tuple([z.string().min(1), z.string().min(1)])

/** The key of a link. */
export function linkKey({ widgetId, linkId }: { readonly widgetId: string; readonly linkId: string }): string {
  return JSON.stringify([widgetId, linkId])
}

/** The ids of a link. Null for text that is not the key of a link. */
export function linkOfKey(key: string): { readonly widgetId: string; readonly linkId: string } | null {
  const pair = pairOf(key)
  return pair && { widgetId: pair[0], linkId: pair[1] }
}

/** The key of an entry. */
export function entryKey({ widgetId, channel }: EntryPlace): string {
  return JSON.stringify([widgetId, channel])
}

/** The book and the shop of an entry. Null for text that is not the key of an entry. */
export function entryOfKey(key: string): EntryPlace | null {
  const pair = pairOf(key)
  return pair && { widgetId: pair[0], channel: pair[1] }
}

/** The book and the shop of the entry that a global id names. Null for an id of another type. */
export function entryOfId(id: string): EntryPlace | null {
  const key = keyOf('GalleryEntry', id)
  return key === null ? null : entryOfKey(key)
}

/** The link that a global id names. Null for an id of another type. */
export function linkOfId(id: string): { readonly widgetId: string; readonly linkId: string } | null {
  const key = keyOf('WidgetLink', id)
  return key === null ? null : linkOfKey(key)
}

function pairOf(key: string): readonly [string, string] | null {
  const parsed = pairSchema.safeParse(parse(key))
  // Other spellings of the same JSON are refused, so that an object has only one id.
  return parsed.success && JSON.stringify(parsed.data) === key ? parsed.data : null
}

/** Null for text that is not JSON. */
function parse(key: string): unknown {
  try {
    return JSON.parse(key)
  } catch {
    return null
  }
}
