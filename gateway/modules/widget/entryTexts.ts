import type { EntryTexts } from '../../upstream/widgets/galleryClient.ts'

/** The texts and categories in the input of a mutation. */
export function entryTextsOf({ title, description, categoryIds }: EntryTexts): EntryTexts {
  return { title, description, categoryIds }
}

/**
 * Whether an entry has these texts and categories. Asked when the response to a write was lost: if the entry has them,
 * the write took effect.
 */
export function hasTexts(entry: EntryTexts, texts: EntryTexts): boolean {
  return JSON.stringify(comparable(entry)) === JSON.stringify(comparable(texts))
}

/** The texts without white space around them, because the service removes it, and the categories in a fixed order. */
function comparable({ title, description, categoryIds }: EntryTexts) {
  return [title.trim(), description.trim(), categoryIds.toSorted()]
}
