import type { EntryTexts } from '../../upstream/widgets/galleryClient.ts'

/** The texts and categories in the input of a mutation. */
export function entryTextsOf({ title, description, categoryIds }: EntryTexts): EntryTexts {
  return { title, description, categoryIds }
}

/** Whether an entry already has these texts and categories. If so, a change took effect, but its answer was lost. */
export function hasTexts(entry: EntryTexts, texts: EntryTexts): boolean {
  return JSON.stringify(comparable(entry)) === JSON.stringify(comparable(texts))
}

/** The service removes white space around texts. */
function comparable({ title, description, categoryIds }: EntryTexts) {
  return [title.trim(), description.trim(), categoryIds.toSorted()]
}
