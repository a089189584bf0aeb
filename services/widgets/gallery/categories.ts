import { readCatalogue } from '../../platform/catalogue/catalogue.ts'
import type { Locale } from '../../platform/locales.ts'

const categories = readCatalogue().galleryCategories

/** Whether there is a category with this id. */
export function isCategory(id: string): boolean {
  return categories.has(id)
}

/** All categories with their names in a language. */
export function listCategories(locale: Locale): { readonly id: string; readonly name: string }[] {
  return [...categories].map(([id, names]) => ({ id, name: names[locale] }))
}
